import type { IncomingMessage } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Answer } from './answer.ts'
import { bestEncoding, variantOf } from './compression.ts'
import { GATE, LETTERHEAD, STYLE } from './error-look.ts'

interface Words {
  title: string
  /** What to do next. */
  next: string
  /** The same where no form was sent. */
  nextOfPage?: string
}

const NOT_SAVED = 'Nada foi salvo: volte à página anterior'
const PAGES = {
  400: { title: 'Pedido não entendido', next: 'Volte ao convite e comece de novo por lá.' },
  403: {
    title: 'Envio recusado',
    next: 'Este envio não veio do nosso site: abra o convite e preencha por lá.',
  },
  404: { title: 'Página não encontrada', next: 'Confira o endereço, ou abra o convite.' },
  405: { title: 'Pedido não aceito', next: 'Volte ao convite e siga pelos botões da página.' },
  408: {
    title: 'A conexão demorou demais',
    next: 'Volte à página anterior, confira o sinal e tente outra vez: repetir o envio é seguro.',
  },
  413: { title: 'Envio grande demais', next: `${NOT_SAVED}, diminua o que enviou e tente outra vez.` },
  415: { title: 'Formato não aceito', next: 'Nada foi salvo: preencha o cadastro pela página do convite.' },
  417: { title: 'Pedido não aceito', next: 'Volte ao convite e siga pelos botões da página.' },
  421: {
    title: 'Endereço não aceito',
    next: 'Esta demonstração abre só neste computador, por http://localhost seguido do número da porta, como http://localhost:3000.',
  },
  429: {
    title: 'Muitos pedidos ao mesmo tempo',
    next: `${NOT_SAVED}, espere um minuto e tente outra vez.`,
    nextOfPage: 'Espere um minuto e abra esta página outra vez.',
  },
  431: { title: 'Pedido grande demais', next: 'Apague os cookies deste site e volte ao convite.' },
  500: {
    title: 'Algo deu errado aqui',
    next: 'Volte à página anterior e tente outra vez: repetir o envio é seguro.',
  },
  503: {
    title: 'Muita gente ao mesmo tempo',
    next: `${NOT_SAVED}, espere um instante e tente outra vez.`,
    nextOfPage: 'Espere um instante e abra esta página outra vez.',
  },
} as const satisfies Record<number, Words>

/** The statuses the server in front answers by itself. */
export type ErrorStatus = keyof typeof PAGES

/** All of them. */
export const ERROR_STATUSES = Object.keys(PAGES).map(Number) as ErrorStatus[]

/**
 * A complete page for a request that never reached Remix, saying what to do next. Never stored.
 * @param isForm false when the request was for a page, so that nothing could be saved
 */
export function errorPage(status: ErrorStatus, headers: Record<string, string> = {}, isForm = true): Answer {
  const { title, next: nextOfForm, nextOfPage }: Words = PAGES[status]
  const next = isForm ? nextOfForm : (nextOfPage ?? nextOfForm)
  const html = `<!DOCTYPE html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="#17332a">
<title>${title} (${status})</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${STYLE}</style>
</head>
<body>
<header>${LETTERHEAD}<img src="/favicon.svg" alt=""></header>
<main>
${GATE}
<p class="sobre">Erro ${status}</p>
<h1>${title}</h1>
<div class="fio" aria-hidden="true"><i></i></div>
<p>${next}</p>
<a href="/">VER O CONVITE</a>
</main>
</body>
</html>
`
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body: Buffer.from(html),
  }
}

type Asked = Pick<IncomingMessage, 'method' | 'headers'>

/** An error page in every encoding, made at start. Gains: 0.2 ms a refusal, which takes 14 µs without compressing. */
function encodedPage(status: 429 | 503, headers: Record<string, string>, isForm: boolean) {
  const whole = errorPage(status, { ...headers, vary: 'Accept-Encoding' }, isForm)
  return {
    br: variantOf(whole, 'br', brotliCompressSync(whole.body), '').whole,
    gzip: variantOf(whole, 'gzip', gzipSync(whole.body, { level: 9 }), '').whole,
    identity: whole,
  }
}

const BUSY = {
  form: encodedPage(503, { 'retry-after': '5' }, true),
  page: encodedPage(503, { 'retry-after': '5' }, false),
}
const TOO_MANY = { form: encodedPage(429, {}, true), page: encodedPage(429, {}, false) }
const KNOWN = new Set<Answer>([...Object.values(BUSY.form), ...Object.values(BUSY.page)])

const variantFor = (pages: typeof BUSY, { method, headers }: Asked): Answer =>
  pages[method === 'POST' ? 'form' : 'page'][bestEncoding(headers['accept-encoding']) ?? 'identity']

/** The 503 page of a request that is refused under load, in an encoding the client accepts. */
export const busyAnswer = (req: Asked): Answer => variantFor(BUSY, req)

/** Tells whether an answer is one of {@link busyAnswer}'s, by identity. */
export const isBusy = (answer: Answer): boolean => KNOWN.has(answer)

/** The 429 page of an address that asks too often, likewise. */
export function tooManyAnswer(req: Asked, seconds: number): Answer {
  const { status, headers, body } = variantFor(TOO_MANY, req)
  return { status, headers: { ...headers, 'retry-after': String(seconds) }, body }
}
