/// Many small unordered lists in one piece of memory: a bag that is full moves to a place twice as large, and what it
/// leaves is used again, so that after a while nothing is allocated any more.
pub(super) struct Bags<T> {
    cells: Vec<T>,
    /// Starts of unused places, by the logarithm of their size.
    free: Vec<Vec<u32>>,
}

/// A list inside [`Bags`].
#[derive(Clone, Copy, Default)]
pub(super) struct Bag {
    start: u32,
    len: u32,
    /// Its place has 2^room cells.
    room: u8,
}

impl Bag {
    pub fn len(self) -> usize {
        self.len as usize
    }
}

impl<T: Copy + Default> Bags<T> {
    /// With memory for so many entries in all bags together, and for places that were left: it is only reserved, and
    /// the system gives it when it is first used.
    pub fn new(entries: usize) -> Self {
        let cells = 16 * entries.max(16);
        let rooms = usize::BITS - cells.leading_zeros();
        let free = (0..rooms).map(|room| Vec::with_capacity((cells >> room) + 16)).collect();
        Bags { cells: Vec::with_capacity(cells), free }
    }

    /// Forgets every bag.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.free.iter_mut().for_each(Vec::clear);
    }

    /// An empty bag with a place of 2^room cells.
    pub fn bag(&mut self, room: u8) -> Bag {
        Bag { start: self.place(room), len: 0, room }
    }

    fn place(&mut self, room: u8) -> u32 {
        self.free[usize::from(room)].pop().unwrap_or_else(|| {
            let start = self.cells.len();
            self.cells.resize(start + (1 << room), T::default());
            start as u32
        })
    }

    /// Gives a bag's place back.
    pub fn drop(&mut self, bag: Bag) {
        self.free[usize::from(bag.room)].push(bag.start);
    }

    #[inline]
    pub fn get(&self, bag: Bag) -> &[T] {
        &self.cells[bag.start as usize..][..bag.len as usize]
    }

    /// Adds an entry at the end; gives its index.
    #[inline]
    pub fn push(&mut self, bag: &mut Bag, entry: T) -> u32 {
        if bag.len == 1 << bag.room {
            self.grow(bag);
        }
        let index = bag.len;
        self.cells[(bag.start + index) as usize] = entry;
        bag.len += 1;
        index
    }

    fn grow(&mut self, bag: &mut Bag) {
        let (from, room) = (bag.start, bag.room);
        bag.room += 1;
        bag.start = self.place(bag.room);
        self.cells.copy_within(from as usize..(from + bag.len) as usize, bag.start as usize);
        self.free[usize::from(room)].push(from);
    }

    /// Takes an entry out; the last one comes in its place and is given back, if there is one.
    #[inline]
    pub fn swap_remove(&mut self, bag: &mut Bag, index: u32) -> Option<T> {
        bag.len -= 1;
        let last = self.cells[(bag.start + bag.len) as usize];
        self.cells[(bag.start + index) as usize] = last;
        (index < bag.len).then_some(last)
    }
}
