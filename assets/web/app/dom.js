// Short hands for the document.

export const byId = (id) => document.getElementById(id);

export function svg(name, attributes = {}, parent = null) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  if (parent) parent.append(element);
  return element;
}

export function html(name, text = null, className = null) {
  const element = document.createElement(name);
  if (text !== null) element.textContent = text;
  if (className) element.className = className;
  return element;
}

/** A small square in a faction's colour. */
export function chip(colour) {
  const square = html('i', null, 'chip');
  square.style.background = colour;
  return square;
}

/** Changes a text only if it differs: the browser then has nothing to lay out. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

/** Without its data the page still shows the last picture. */
export function showPicture(error) {
  console.error(error);
  byId('app').hidden = true;
  const picture = html('img', null, 'fallback');
  picture.src = matchMedia('(max-width: 699px)').matches ? 'ultimo-alta.png' : 'ultimo.png';
  picture.alt = byId('frase').textContent;
  byId('voce').before(picture);
}
