import { onTestFinished } from 'vitest'
import { NOTHING_DONE } from '../../server/domain/planilha-repo.ts'
import type { Dito } from '../../server/planilhas/pasta.ts'
import { storedOf } from './pasta.ts'
import { anEmpresa, unique } from './factories.ts'
import { startApp, type Browser, type TestApp } from './remix.ts'
import { openEquipe } from './equipe.ts'

/**
 * Companies: a new one, one that gets more invitations, one without a number, and one that may have too few.
 */
export const EMPRESAS =
  'empresaid;nome;icredencial\nnova;Sítio Novo;12\nacme;Fazenda Acme;20\nruim;Ruim;muitos\nbaixo;Baixo;3\n'
/** Guests: two of a company, one with the old form of a mobile, and one of the public form. */
export const CONVIDADOS =
  'nome;telefone;email;empresaid\nAna Lima;11987654321;ana@exemplo.com;acme\nBia Souza;1187654322;;acme\nCaio;11987654323;;\n'

/** The app with a company of ten invitations, two of them used, and a browser of the team. */
export async function withEquipe(): Promise<{
  app: TestApp
  equipe: Awaited<ReturnType<typeof openEquipe>>
}> {
  const app = await startApp()
  const empresa = { empresaid: 'acme', nome: 'Fazenda Acme', icredencial: 10, licredencial: 2 }
  app.store.put('empresas', anEmpresa(empresa))
  onTestFinished(() => app.services.close())
  return { app, equipe: await openEquipe(app) }
}

/** The same with two companies more, Fazenda Santa Clara and Sementes Aurora, of ten invitations each. */
export async function withDuasEmpresas(): ReturnType<typeof withEquipe> {
  const opened = await withEquipe()
  for (const [empresaid, nome] of [
    ['clara', 'Fazenda Santa Clara'],
    ['aurora', 'Sementes Aurora'],
  ] as const)
    opened.app.store.put('empresas', anEmpresa({ empresaid, nome, icredencial: 10, licredencial: 0 }))
  return opened
}

/** Sends a spreadsheet. @returns the answer, or the later page that says what is wrong with it */
export async function send(
  browser: Browser,
  tipo: string,
  contents: string | Buffer,
  nome = 'lista.csv',
): Promise<Response> {
  const form = new FormData()
  form.set('tipo', tipo)
  form.set('arquivo', new Blob([contents as BlobPart]), nome)
  const sent = await browser.upload('/painel/planilhas', form)
  if (sent.status !== 303) return sent
  const page = await followed(browser, sent.headers.get('Location') ?? '')
  return page.status === 422 ? page : sent
}

/** The page of an upload once it no longer reloads itself, as a browser gets there. */
export async function followed(browser: Browser, path: string): Promise<Response> {
  const page = await browser.get(path)
  const [, next] = /http-equiv="refresh" content="0; url=([^"]*)"/i.exec(await page.clone().text()) ?? []
  return next === undefined ? page : followed(browser, path.replace(/\?.*/, '') + next)
}

/** An uploaded spreadsheet: its page, the text on it, and its Gravar. */
export async function opened(browser: Browser, tipo: string, contents: string | Buffer) {
  const sent = await send(browser, tipo, contents)
  const path = sent.headers.get('Location') ?? ''
  if (sent.status !== 303) throw new Error(await sent.text())
  return pageAt(browser, path)
}

/** Its columns are as they are guessed, and its guests have confirmed. */
const CONFERIR: Partial<Dito> = { abas: [0], colunas: {}, modo: 'confirmados' }

/** An upload that was already read and waits to be checked. */
export async function kept(
  { services }: TestApp,
  browser: Browser,
  tipo: 'empresas' | 'convidados',
  contents: string | Buffer,
  dito: Partial<Dito> = CONFERIR,
) {
  const planilhaid = unique('planilha')
  const bytes = await storedOf(contents, dito)
  const planilha = { planilhaid, tipo, arquivo: 'lista.csv', enviadaem: services.now() }
  const lida = { fase: 'lida' as const, quem: '', vistaem: services.now(), ...NOTHING_DONE }
  await services.planilhas.begin({ ...planilha, ...lida })
  await services.planilhas.put({ ...planilha, bytes })
  return pageAt(browser, `/painel/planilhas/${planilhaid}`)
}

async function pageAt(browser: Browser, path: string) {
  const html = async () => browser.body(path)
  const seen = digestIn(await html())
  return { path, html, record: async (efeito = seen) => browser.post(path, { efeito }) }
}

export const digestIn = (html: string) => /name="efeito" value="([^"]*)"/.exec(html)?.[1] ?? ''

/** The figures of a preview, in the order of {@link countsIn}; those marked only where there are any. */
const FIGURES: [nome: RegExp, isRare?: true][] = [
  [/^(empresas? novas?|convites?|convidados?)$/],
  [/^mudam?$/],
  [/^mudam? de empresa$/, true],
  [/^já est/],
  [/^nomes? arrumados?$/, true],
  [/^ficam? de fora$/],
]

/** A preview's counts: rows that come in, change, are equal, and stay out. */
export function countsIn(html: string): number[] {
  const figures = Array.from(html.matchAll(/<li><b>([\d.]+)<\/b>(?: |<!-- -->)*([^<]*)/g))
  return FIGURES.flatMap(([nome, isRare = false]) => {
    const found = figures.filter(([, , is = '']) => nome.test(is))
    return found.length === 0 && isRare ? [] : found.reduce((sum, [, count]) => sum + Number(count), 0)
  })
}

/** The history: what was done, by whom and to whom. */
export const atosOf = (app: TestApp) =>
  app.store.all('historico').map(({ ato, quem, alvo, detalhe }) => ({ ato, quem, alvo, detalhe }))
