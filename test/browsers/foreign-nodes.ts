/**
 * What other programs put into a page, each as an expression of the page. Each is a kind of change, not one
 * program.
 */
export const FOREIGN: Record<string, string> = {
  'a style first in head, as extensions that darken pages put it': `document.head.prepend(document.createElement('style'))`,
  'an element after body, as grammar checkers put it': `document.documentElement.append(document.createElement('x-grammar'))`,
  'an element first in body': `document.body.prepend(document.createElement('x-bar'))`,
  'an element beside each field and in each button, as password managers put it': `
    for (const field of document.querySelectorAll('input, textarea, select')) field.after(document.createElement('x-icon'))
    for (const button of document.querySelectorAll('button')) button.prepend(document.createElement('x-icon'))`,
  'a script, as proxies and antivirus put it': `document.body.append(document.createElement('script'))`,
  'each text in two elements of its own, as translators put it': `
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts = []
    while (walk.nextNode())
      if (walk.currentNode.data.trim() && !/SCRIPT|STYLE/.test(walk.currentNode.parentNode.nodeName)) texts.push(walk.currentNode)
    for (const text of texts) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.append('T ' + text.data)
      outer.append(inner)
      text.replaceWith(outer)
    }`,
}

/** All of them at once, for a script of the page. */
export const PUT_ALL = Object.values(FOREIGN)
  .map((put) => `(() => { ${put} })()`)
  .join(';\n')

/** Our own scripts once more, under another address. */
export const RUN_TWICE = `
  for (const { src } of document.querySelectorAll('script[type=module]')) {
    const again = document.createElement('script')
    again.type = 'module'
    again.src = src + '?again'
    document.body.append(again)
  }`

const LOOKED_AT = [
  'body',
  'main',
  'header',
  'h1',
  'h2',
  'p',
  'a',
  'label',
  'input',
  'button',
  'nav',
  'svg',
  'li',
  'td',
]
const LOOK = [
  ...['display', 'color', 'background-color', 'font-family', 'font-size', 'font-weight', 'text-align'],
  ...['padding-left', 'margin-top', 'border-top-left-radius', 'letter-spacing'],
]

/** An expression of the page that describes the look of its first ten kinds of elements. */
export const READ_LOOK = `JSON.stringify(
  ${JSON.stringify(LOOKED_AT)}.map((tag) => document.querySelector(tag)).filter(Boolean).slice(0, 10).map((element) =>
    [element.localName, ...${JSON.stringify(LOOK)}.map((name) => getComputedStyle(element).getPropertyValue(name))].join(' | ')
  )
)`
