// What stands on the board: battles, soldiers, homes.

/** Fields smaller than this, in pixels, hold a dot without a number, and smaller than DOT nothing. */
const LEGIBLE = 13;
const DOT = 3;
const FONT = '"Noto Sans", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

export function drawMarks(board) {
  const { page, seen } = board, { war, chosen } = page;
  for (const { field } of war.board.battles) burst(board, field);
  for (let row = seen.top; row < seen.bottom; row++) {
    for (let column = seen.left; column < seen.right; column++) {
      const field = row * war.width + column, men = war.board.men[field];
      if (!men) continue;
      board.pen.globalAlpha = chosen < 0 || war.soldiersOf(field) === chosen ? 1 : 0.35;
      disc(board, column, row, men);
    }
  }
  board.pen.globalAlpha = 1;
  war.homes.forEach((home, team) => house(board, home, team));
}

function middle(board, field) {
  const { width } = board.page.war, column = field % width, row = Math.floor(field / width);
  return [(board.x(column) + board.x(column + 1)) / 2, (board.y(row) + board.y(row + 1)) / 2];
}

/** Eight rays out of a field. */
function burst(board, field) {
  const { pen, cell, inks } = board, [x, y] = middle(board, field), path = new Path2D();
  const from = board.px(0.4 * cell), to = board.px(Math.max(Math.min(0.74 * cell, 0.5 * cell + 8), 5));
  for (let ray = 0; ray < 8; ray++) {
    const cos = Math.cos((ray * Math.PI) / 4), sin = Math.sin((ray * Math.PI) / 4);
    path.moveTo(x + from * cos, y + from * sin);
    path.lineTo(x + to * cos, y + to * sin);
  }
  const width = board.px(Math.max(1.4, Math.min(3.5, 0.11 * cell)));
  pen.lineCap = 'round';
  for (const [colour, size] of [[inks.halo, 2 * width], [inks.red, width]]) {
    pen.strokeStyle = colour;
    pen.lineWidth = size;
    pen.stroke(path);
  }
}

/** A disc, larger for more soldiers, with their number where it can be read. */
function disc(board, column, row, men) {
  const { pen, cell, inks } = board;
  if (cell < DOT) return;
  const x = (board.x(column) + board.x(column + 1)) / 2, y = (board.y(row) + board.y(row + 1)) / 2;
  const share = Math.min(1, Math.log(men) / Math.log(30));
  const radius = board.px(cell * (0.27 + 0.17 * share));
  pen.beginPath();
  if (cell < LEGIBLE) {
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.fillStyle = inks.ink;
    pen.fill();
    return;
  }
  pen.arc(x, y, Math.max(radius, board.px(6)), 0, 2 * Math.PI);
  pen.fillStyle = inks.halo;
  pen.fill();
  pen.strokeStyle = inks.ink;
  pen.lineWidth = board.px(Math.max(0.9, Math.min(2, 0.06 * cell)));
  pen.stroke();
  const text = String(men), size = [1.55, 1.25, 0.95, 0.72][text.length - 1] ?? 0.6;
  write(board, text, x, y, Math.max(radius, board.px(6)) * size);
}

function write({ pen, inks }, text, x, y, size) {
  pen.font = `700 ${size}px ${FONT}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'alphabetic';
  pen.fillStyle = inks.ink;
  pen.fillText(text, x, y + 0.36 * size);
}

/** A house with the team's letter at the upper corner of its protected square, off the soldiers in the middle. */
function house(board, home, team) {
  const { pen, cell, inks, page } = board, { war, chosen } = page;
  const column = home % war.width, row = Math.floor(home / war.width);
  const off = column === 0 || row === 0 ? 0 : 1;
  const side = board.px(Math.max(13, Math.min(30, 0.9 * cell)));
  const half = side / 2;
  // Never over the board's edge.
  const x = Math.max(board.x(column - off) + 0.18 * side, board.x(0) + 0.55 * side);
  const y = Math.max(board.y(row - off) + 0.1 * side, board.y(0) + 0.72 * side);
  const path = new Path2D();
  path.moveTo(x - half, y + half);
  path.lineTo(x - half, y - 0.12 * side);
  path.lineTo(x, y - 0.66 * side);
  path.lineTo(x + half, y - 0.12 * side);
  path.lineTo(x + half, y + half);
  path.closePath();
  pen.lineJoin = 'round';
  pen.strokeStyle = inks.halo;
  pen.lineWidth = board.px(4);
  pen.stroke(path);
  pen.fillStyle = chosen < 0 || chosen === team ? war.colour(team, page.dark) : inks.free;
  pen.fill(path);
  pen.strokeStyle = inks.ink;
  pen.lineWidth = board.px(1.6);
  pen.stroke(path);
  const size = 0.66 * side;
  pen.font = `700 ${size}px ${FONT}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'alphabetic';
  pen.strokeStyle = inks.halo;
  pen.lineWidth = 0.18 * size;
  pen.strokeText(war.letters[team], x, y + 0.4 * side);
  pen.fillStyle = inks.ink;
  pen.fillText(war.letters[team], x, y + 0.4 * side);
}
