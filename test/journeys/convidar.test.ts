import { expect, test } from 'vitest'
import { CASA } from '../../server/domain/casa.ts'
import type { Resposta } from '../../server/domain/porta-sync.ts'
import { openEquipe } from '../support/equipe.ts'
import { anEmpresa, anEvento, uuidOf } from '../support/factories.ts'
import { startApp } from '../support/remix.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const [ALONE, COUPLES, COMPANY] = [37, 3, 10]
const { inicio, fim } = anEvento()

const named = (n: number) => `Padrinho ${String.fromCharCode(65 + (n % 26))}${'abc'[n % 3] ?? ''} Prado`
const telefoneOf = (n: number) => `659991${String(10_000 + n)}`

/** An event with LOTAÇÃO: a company of ten, and the house of 43. */
async function open() {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'serra', icredencial: COMPANY, licredencial: 0 }))
  const cida = await openEquipe(app)
  const post = async (path: string, fields: Record<string, string>) => {
    const answer = await cida.post(path, fields)
    expect(answer.status, `${path} ${JSON.stringify(fields)}`).toBe(303)
    return answer.headers.get('Location') ?? ''
  }
  const until = (when: number) => app.advance(when - app.services.now())
  const read = async (path: string) => cida.text(path)
  return { ...app, app, post, read, until }
}

test('forty are invited, answer in every way, fill the house, come, and are forgotten', async () => {
  const { app, services, store, browser, post, read, until, advance } = await open()
  await post('/painel/evento/lugares', { ato: 'definir', lotacao: String(COMPANY + ALONE + 2 * COUPLES) })
  const invite = async (from: number, count: number, lugares: number) => {
    const rotulos = Array.from({ length: count }, (_, n) => `${named(from + n)} ${telefoneOf(from + n)}`)
    const fields = { ato: 'criar', rotulos: rotulos.join('\r\n'), lugares: String(lugares), de: '' }
    await post('/painel/convidados/convidar', { ...fields, pedido: `pedido-${from}`.padEnd(22, 'x') })
  }
  await invite(0, ALONE, 1)
  await invite(ALONE, COUPLES, 2)
  const convites = (await services.convites.list(CASA)).map(({ convite }) => convite)
  const codigoOf = (n: number) =>
    convites.find(({ telefone }) => telefone === telefoneOf(n))?.codigo ?? `no invitation ${n}`
  expect(convites).toHaveLength(ALONE + COUPLES)
  expect(await read('/painel/evento/lugares')).toContain('Da casa 0 livres, de 43')

  const send = async (tipo: 'pessoal' | 'relance', n: number) => {
    const path = `/painel/envios/${tipo}/${codigoOf(n)}`
    for (const ato of ['enviar', 'foi']) await post(path, { ato })
  }
  for (let n = 0; n < ALONE + COUPLES; n++) await send('pessoal', n)

  const invitation = (n: number) => `/${CASA}/${codigoOf(n)}`
  const accept = async (n: number, more: Record<string, string> = {}) => {
    const guest = browser(`203.0.113.${n}`)
    const fields = { nome: named(n), telefone: telefoneOf(n), ...more }
    return (await guest.post(`/cadastro?convite=${codigoOf(n)}`, fields)).status
  }
  const decline = async (n: number, ato = 'recusar') =>
    expect((await browser().post(invitation(n), { ato })).status).toBe(303)
  for (let n = 0; n < 12; n++) expect(await accept(n)).toBe(303)
  for (let n = ALONE; n < ALONE + COUPLES; n++)
    expect(await accept(n, { 'acompanhante-1': `Esposa ${'abc'[n - ALONE] ?? ''}na` })).toBe(303)
  for (let n = 12; n < 17; n++) await decline(n)
  await decline(12, 'voltar')

  advance(2 * DAY)
  expect(await read('/painel/envios?fila=relance')).toContain('Lembrar quem não respondeu 21')
  for (let n = 12; n < 26; n++) if (n < 13 || n > 16) await send('relance', n)
  expect(await read('/painel/envios?fila=relance')).toContain('Lembrar quem não respondeu 11')

  // Four declined two days ago: their places are free, and nobody else's.
  const stranger = async (n: number) =>
    browser(`198.51.100.${n}`).post('/cadastro', {
      nome: `Estranho ${'abcdefg'[n] ?? ''}`,
      telefone: telefoneOf(900 + n),
    })
  for (let n = 0; n < 4; n++) expect((await stranger(n)).status).toBe(303)
  expect((await stranger(4)).status).toBe(409)
  expect(await browser().text('/cadastro')).toContain('Os lugares deste evento acabaram.')
  expect(await accept(13)).toBe(409)
  await post('/painel/evento/lugares', { ato: 'definir', lotacao: String(COMPANY + ALONE + 2 * COUPLES + 1) })
  expect(await accept(13)).toBe(303)

  const numbers = ['Convidados 47 ', 'Confirmados 23 49% dos convidados', 'Não vêm 3']
  for (const told of [...numbers, 'Sem resposta 21']) expect(await read('/painel')).toContain(told)

  // On the evening one telephone without network admits a couple, and takes one of them back.
  until(Date.parse(inicio) + HOUR)
  const phone = await openEquipe(app, { nome: 'PORTA B', papel: 'porta' })
  const [first] = store.all('chaves').filter(({ grupo }) => grupo !== null)
  const couple = [first?.grupo ?? '', first?.credencialid ?? '']
  const fact = (n: number, credencialid: string, anula: string | null = null) => {
    const at = { seq: n, lidaem: services.now(), desvio: 0, modo: 'mesa', anotado: null }
    return { ...at, entradaid: uuidOf(n), credencialid, anula }
  }
  const entradas = couple.map((id, n) => fact(n + 1, id))
  const body = JSON.stringify({ marca: null, entradas, porEnviar: 0 })
  const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' }
  const heard = (await (await phone.ask('/porta/sync', { method: 'POST', headers, body })).json()) as Resposta
  expect(heard.guardadas).toEqual([uuidOf(1), uuidOf(2)])
  const undo = JSON.stringify({ marca: null, entradas: [fact(3, couple[1] ?? '', uuidOf(2))], porEnviar: 0 })
  await phone.ask('/porta/sync', { method: 'POST', headers, body: undo })
  const inside = async () => /Dentro \D*?(\d+)/.exec(await read('/painel/convidados'))?.[1]
  expect(await inside()).toBe('1')

  until(Date.parse(fim) + HOUR)
  const day = await read('/painel/depois')
  for (const told of [
    'Vieram 1 4% de 23',
    'a entrada 22 Não vinham',
    'não é falta 3 Sem resposta',
    'não é falta 21',
  ])
    expect(day).toContain(told)
  expect(JSON.stringify(store.copy())).toMatch(/prado[^]*esposa|esposa[^]*prado/i)

  await post('/painel/expurgo', { palavra: 'APAGAR', antes: 'sim' })
  expect(JSON.stringify(store.copy())).not.toMatch(/prado|esposa|estranho|999110/i)
})
