/** What a person reads on a page, in reading order: no styles, scripts or tags, single spaces. */
export function readText(html: string): string {
  return html
    .replace(/<(style|script)[^>]*>.*?<\/\1>/gs, '')
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The value of a form's field by its name, or null when the page has no such field. */
export function readField(html: string, name: string): string | null {
  const [input] = new RegExp(`<input[^>]*\\bname="${name}"[^>]*>`).exec(html) ?? []
  if (input === undefined) return null
  return /\bvalue="([^"]*)"/.exec(input)?.[1] ?? ''
}

/** The address that the guest's form is sent to. */
export function readAction(html: string): string {
  return /<form[^>]* action="(\/cadastro[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
}

/** The alert the page opens with, or null. */
export function readAlert(html: string): string | null {
  return /<dialog open.*?<h2[^>]*>(.*?)<\/h2>/s.exec(html)?.[1] ?? null
}

/** The ribbon, and the sentence about calendars. */
const RIBBON = /<div class="faixa[\s\S]*?<\/div>|<p class="nota">Se aparecer duas vezes[\s\S]*?<\/p>/g

/** A page without what it says about the event before it moved. */
export const withoutRibbon = (html: string) => html.replace(RIBBON, '')

/** What the form with a class sends: every field as it is, without its files. */
export function formFieldsIn(html: string, className: string): Record<string, string> {
  const [form = ''] = new RegExp(`<form[^>]*class="${className}".*?</form>`, 's').exec(html) ?? []
  const fields: Record<string, string> = {}
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const read = (name: string) =>
      new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1]?.replaceAll('&quot;', '"')
    const isLeftOut = /type="(radio|checkbox)"/.test(input) && !input.includes(' checked')
    if (!isLeftOut && !input.includes('type="file"')) fields[read('name') ?? ''] = read('value') ?? ''
  }
  for (const [, name = '', text = ''] of form.matchAll(/<textarea[^>]* name="([^"]*)"[^>]*>([^<]*)</g))
    fields[name] = text
  return fields
}

/** Links to credentials on the page, with their texts. */
export const linksOf = (html: string) =>
  Array.from(html.matchAll(/<a[^>]*href="(\/c\/[^"]*)"[^>]*>([^<]*)<\/a>/g), ([, href, text]) => [href, text])
