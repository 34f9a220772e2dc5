/** Puts each element on a line of its own. Text stays as it is: only elements that hold nothing but elements are opened up. */
export function indentXml(text: string): string {
  const { documentElement } = new DOMParser().parseFromString(text, 'application/xml');
  return write(documentElement, '');
}

const serializer = new XMLSerializer();

function write(element: Element, indent: string): string {
  const children = [...element.children];
  if (children.length === 0 || children.length < element.childNodes.length) {
    return indent + serializer.serializeToString(element);
  }
  const [start = '', end = ''] = serializer
    .serializeToString(element.cloneNode(false))
    .replace(/\/>$/, `>\n</${element.tagName}>`)
    .split('\n');
  return [indent + start, ...children.map((child) => write(child, `${indent}  `)), indent + end].join('\n');
}
