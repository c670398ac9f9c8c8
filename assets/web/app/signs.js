// The signs of the data files: numbers, times and colours as texts.

/** Signs are printable ASCII from # on, the backslash left out: digits from 0 to 90. */
export const digit = (code) => code - (code > 92 ? 36 : 35);

/** Numbers in base 45, the lowest digit first, 45 added to all but the last; odd ones are negative. */
export function readNumbers(text) {
  const numbers = [];
  let value = 0, factor = 1;
  for (let i = 0; i < text.length; i++) {
    const next = digit(text.charCodeAt(i));
    value += (next % 45) * factor;
    factor *= 45;
    if (next >= 45) continue;
    numbers.push(value % 2 ? -(value + 1) / 2 : value / 2);
    [value, factor] = [0, 1];
  }
  return numbers;
}

/** Whole seconds made short: the first, then how many follow each other at which distance; gives milliseconds. */
export function readTimes([start, ...runs]) {
  const dates = [start * 1000];
  for (let i = 0; i < runs.length; i += 2)
    for (let n = 0; n < runs[i]; n++) dates.push(dates.at(-1) + runs[i + 1] * 1000);
  return dates;
}

/** Colours, twelve hex digits each: on light ground, on dark ground. */
export const readTints = (text) => text.match(/.{12}/g).map((pair) => ['#' + pair.slice(0, 6), '#' + pair.slice(6)]);
