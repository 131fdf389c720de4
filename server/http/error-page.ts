import type { IncomingMessage } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import {
  FRONT_ERRORS,
  PROXY_ERRORS,
  SCRIPT_ERRORS,
  type FrontWords,
  type ProxyWords,
} from '../error-words.ts'
import type { Answer } from './answer.ts'
import { answerFrom, variantsOf, type Variants } from './compression.ts'

/**
 * The look of the error pages: the letterhead and the colours of the app's pages (`app/shared/styles`), in
 * one file, because a page sent under overload or to a stranger must need nothing else.
 */
export const STYLE = `:root{color-scheme:light;--papel:#f8f1e0;--tinta:#17332a;--terra:#8a3a1e;--ouro:#8a5e0c;--botao:#17332a;--botao-texto:#fdf6e3;--botao-toque:#28503b}
@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark;--papel:#10211b;--tinta:#f6ecd4;--terra:#f0a583;--ouro:#e3b759;--botao:#ebc167;--botao-texto:#17332a;--botao-toque:#f6d88f}}
*,::before,::after{box-sizing:border-box}
body{margin:0;background:var(--papel);color:var(--tinta);font:1.0625rem/1.5 system-ui,-apple-system,Roboto,'Segoe UI',sans-serif;text-align:center}
h1,p{margin:0}
svg{display:block;max-width:100%}
header{position:relative;height:8.75rem;overflow:hidden;border-bottom:4px solid #17332a;background:#f8f1e0}
header svg{width:100%;height:100%}
header img{position:absolute;bottom:.5rem;left:50%;width:3rem;height:3rem;margin-left:-1.5rem;padding:.6rem;border-radius:50%;background:#17332a;box-shadow:0 0 0 2px #ebc167}
main{max-width:30rem;margin:auto;padding:1.5rem 1.25rem 2.5rem}
.porteira{margin:0 auto 1.5rem;fill:none;stroke:var(--terra);stroke-width:5;stroke-linecap:round}
.mourao{stroke-width:9}
.chao{stroke:var(--ouro);stroke-width:2.5}
.sobre{color:var(--terra);font-size:.9375rem}
h1{margin-top:.25rem;font:400 1.625rem/1.15 'Noto Serif',Georgia,serif;letter-spacing:.06em;text-transform:uppercase;text-wrap:balance;overflow-wrap:anywhere}
.fio{display:flex;align-items:center;width:12rem;max-width:100%;margin:.625rem auto 1.125rem;color:var(--ouro)}
.fio::before,.fio::after{content:'';flex:1;border-top:1px solid}
.fio i{width:.5rem;height:.5rem;margin:0 .75rem;background:currentColor;transform:rotate(45deg)}
.fio+p{text-wrap:balance}
a{display:flex;align-items:center;justify-content:center;min-height:3.5rem;margin-top:1.5rem;padding:.5rem 1rem;border:2px solid transparent;border-radius:1.75rem;background:var(--botao);color:var(--botao-texto);font:1.125rem/1.2 'Noto Serif',Georgia,serif;letter-spacing:.1em;text-decoration:none}
a:hover{background:var(--botao-toque)}
a:focus-visible{outline:3px solid var(--tinta);outline-offset:3px}
@media(min-width:60rem){body{display:grid;grid-template-columns:minmax(24rem,5fr) 7fr}header{position:sticky;top:0;height:100vh;border:0;border-right:4px solid #17332a}header img{top:9vh;width:8rem;height:8rem;margin-left:-4rem;padding:1.6rem}main{align-self:center;width:100%;padding:3rem 2rem}}
@media(max-width:16em){h1{font-size:1.375rem;letter-spacing:.02em;hyphens:auto}}
@media print{header,a{display:none}}`

/** Sunburst, hills and ploughed earth, as in the app's letterhead; small, because it is sent each time. */
const LETTERHEAD = `<svg viewBox="0 0 360 500" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
<circle cx="180" cy="412" r="300" fill="none" stroke="#f3e9d0" stroke-width="600" stroke-dasharray="39.27"/>
<circle cx="180" cy="412" r="54" fill="none" stroke="#efcb78" stroke-width="1.5"/>
<circle cx="180" cy="412" r="46" fill="none" stroke="#d9a441" stroke-width="1.5"/>
<circle cx="180" cy="412" r="38" fill="#dda032"/>
<path fill="#ccc99f" d="M0 416q84-26 170-6t190-16v106H0z"/>
<path fill="#9fab78" d="M0 428q100-20 196 2t164-10v80H0z"/>
<path fill="#dda032" d="M360 440Q230 438 130 500h230z"/>
<path fill="none" stroke="#a87417" d="M360 452Q250 452 166 500M360 465q-90 2-150 35M360 479q-60 2-98 21"/>
<path fill="#6c8757" d="M0 440q150 0 226 60H0z"/>
<path fill="none" stroke="#3f6345" d="M0 452q120 2 186 48M0 465q90 2 142 35M0 479q56 2 92 21"/>
<path fill="#83391f" d="M70 500q110-36 220 0z"/>
<path fill="none" stroke="#642713" stroke-width="3" d="M180 482v18M160 483l-14 17M200 483l14 17M140 486l-28 14M220 486l28 14"/>
</svg>`

const GATE = `<svg class="porteira" viewBox="0 0 240 120" width="240" height="120" aria-hidden="true">
<path class="mourao" d="M24 116V20M216 116V20"/>
<path d="M36 40h168M36 58h168M36 76h168M36 94h168M40 36v62M200 36v62M120 36v62M42 94l76-54M198 94l-76-54"/>
<path class="chao" d="M4 117h232"/>
</svg>`

/** The statuses that the server in front answers by itself. */
export type ErrorStatus = keyof typeof FRONT_ERRORS

/** The words of such a page, and its document's title. */
interface ErrorDocument {
  documento: string
  kicker: string
  title: string
  next: string
  button: { href: string; says: string } | null
  /** Seconds until the page reloads itself; null if it does not. */
  refresh: number | null
  /** False where the server that has the icon is down. */
  hasIcon: boolean
}

function documentOf({ documento, kicker, title, next, button, refresh, hasIcon }: ErrorDocument): string {
  const lines = [
    '<!DOCTYPE html>',
    '<html lang="pt-BR">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="theme-color" content="#17332a">',
    refresh === null ? null : `<meta http-equiv="refresh" content="${refresh}">`,
    `<title>${documento}</title>`,
    hasIcon ? '<link rel="icon" href="/favicon.svg" type="image/svg+xml">' : null,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    `<header>${LETTERHEAD}${hasIcon ? '<img src="/favicon.svg" alt="">' : ''}</header>`,
    '<main>',
    GATE,
    `<p class="sobre">${kicker}</p>`,
    `<h1>${title}</h1>`,
    '<div class="fio" aria-hidden="true"><i></i></div>',
    `<p>${next}</p>`,
    button === null ? null : `<a href="${button.href}">${button.says}</a>`,
    '</main>',
    '</body>',
    '</html>',
  ]
  return lines.filter((line) => line !== null).join('\n') + '\n'
}

/**
 * A complete page for a request that never reached Remix, saying what to do next. Never stored.
 * @param isForm false when the request was for a page, so that nothing could be saved
 */
export function errorPage(status: ErrorStatus, headers: Record<string, string> = {}, isForm = true): Answer {
  const { title, documento = title, next, nextOfPage = next }: FrontWords = FRONT_ERRORS[status]
  const html = documentOf({
    documento: `${documento} (${status})`,
    kicker: `Erro ${status}`,
    title,
    next: isForm ? next : nextOfPage,
    button: { href: '/', says: 'Ver o convite' },
    refresh: null,
    hasIcon: true,
  })
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body: Buffer.from(html),
  }
}

/** The proxies' error pages, by their path in this project: the build writes them there. */
export function proxyPages(): Record<string, string> {
  const pages = Object.entries<ProxyWords>(PROXY_ERRORS).map(([name, words]): [string, string] => {
    const button = words.again === null ? null : { href: '', says: words.again }
    return [
      `deploy/proxy/${name}.html`,
      documentOf({ ...words, documento: words.title, button, hasIcon: false }),
    ]
  })
  return Object.fromEntries(pages)
}

type Refused = Pick<IncomingMessage, 'method' | 'headers'>

/** An error page in every encoding, made at start. Gains: 0.2 ms a refusal, which then takes 14 µs. */
function encodedPage(status: 429 | 503, headers: Record<string, string>, isForm: boolean): Variants {
  const whole = errorPage(status, { ...headers, vary: 'Accept-Encoding' }, isForm)
  const [br, gzip] = [brotliCompressSync(whole.body), gzipSync(whole.body, { level: 9 })]
  return variantsOf(whole, { br, gzip }, '')
}

const BUSY = {
  form: encodedPage(503, { 'retry-after': '5' }, true),
  page: encodedPage(503, { 'retry-after': '5' }, false),
}
const TOO_MANY = { form: encodedPage(429, {}, true), page: encodedPage(429, {}, false) }
const BUSY_ANSWERS = new Set(
  Object.values(BUSY).flatMap((variants) => Object.values(variants).map(({ whole }) => whole)),
)

const variantFor = (pages: typeof BUSY, { method, headers }: Refused): Answer =>
  answerFrom(pages[method === 'POST' ? 'form' : 'page'], headers)

/** The 503 page of a request that is refused under load, in an encoding the client accepts. */
export const busyAnswer = (req: Refused): Answer => variantFor(BUSY, req)

/** Whether an answer is one of {@link busyAnswer}'s, by identity. */
export const isBusy = (answer: Answer): boolean => BUSY_ANSWERS.has(answer)

/** The 429 page for an address that sends too many requests, likewise. */
export function tooManyAnswer(req: Refused, seconds: number): Answer {
  const { status, headers, body } = variantFor(TOO_MANY, req)
  return { status, headers: { ...headers, 'retry-after': String(seconds) }, body }
}

/** Refuses a request of our own script: a sentence as JSON, never stored. */
export function problem(status: keyof typeof SCRIPT_ERRORS, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    body: Buffer.from(JSON.stringify({ erro: SCRIPT_ERRORS[status] })),
  }
}
