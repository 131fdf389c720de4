import { expect, test } from 'vitest'
import { desistenciasIn } from '../../support/desistencias.ts'
import { anAutor, anEntrada, NOW } from '../../support/factories.ts'
import { openPainel, putConvidado } from '../../support/convidados-painel.ts'
import { startApp } from '../../support/remix.ts'
import { registered } from '../../support/registered.ts'

/** A board with two guests of one company: one who withdrew, and one the table withdrew. */
async function open() {
  const painel = await openPainel()
  const { services, store } = painel
  const ana = await putConvidado(painel, 'ANA LIMA', '65987655431', 'serra')
  const rui = await putConvidado(painel, 'RUI PRADO', '65987655432', 'serra')
  const eva = await putConvidado(painel, 'EVA REIS', '65987655433', 'serra')
  const asked = { now: services.now(), isClosed: false }
  const { desistencias, autorOf } = services
  await desistencias.withdraw({ ...asked, credencialid: ana, empresaid: null }, autorOf('convidado'))
  await desistencias.withdraw({ ...asked, credencialid: rui, empresaid: 'serra' }, autorOf('mesa'))
  const read = async (path: string) => painel.equipe.text(path)
  const used = (id: string) => store.get('empresas', id)?.licredencial
  return { ...painel, ana, rui, eva, read, used }
}

test('a withdrawal is told wherever the guest is shown', async () => {
  const { read, ana, rui } = await open()
  const painel = await read('/painel')
  expect(painel).toContain('Responderam 3 100% dos convidados Confirmados 1 33% dos convidados')
  expect(painel).toContain('Não vêm 2 Livres 18 dos 20 convites')
  expect(await read('/painel/empresas')).toMatch(/Laticínios Serra Azul Sem WhatsApp \S+ 10 1 1 0 8/)
  const empresa = await read('/painel/empresas/serra')
  expect(empresa).toContain('Confirmados 10% dos convites 1')
  expect(empresa).toMatch(
    /Convidados da mesa .*EVA REIS Confirmou.*Desistências .*ANA LIMA Desistiu às 12h00/,
  )
  expect(empresa).toContain('RUI PRADO A mesa retirou às 12h00')
  expect(empresa).toContain('Reservados 1 lugar de quem não vem 1')
  const found = await read('/painel/convidados')
  expect(found).toContain('ANA LIMA sem empresa Não vem')
  expect(await read(`/painel/convidados/${ana}`)).toMatch(
    /Desistiu às 12h00 Atenção: desistiu às .*Avisou que não vai; o convite era de Laticínios Serra Azul, o convidado/,
  )
  expect(await read(`/painel/convidados/${ana}`)).not.toContain('Enviar pelo WhatsApp')
  expect(await read(`/painel/convidados/${rui}`)).toMatch(/A mesa retirou às 12h00.*, quem cuida da mesa/)
  expect(await read('/painel/listas/nomes')).toMatch(/ANA LIMA desistiu .*RUI PRADO a mesa retirou/)
  expect(await read('/painel/listas/mesas')).toMatch(
    /1 de 10 convites .*EVA REIS .*Sem empresa desistências .*ANA LIMA desistiu/,
  )
  expect(await read('/painel/listas/entradas')).toContain('ANA LIMA Desistiu às 12h00')
  expect(await read('/painel/historico?quem=convidado')).toContain('Avisou que não vai')
})

test('the spreadsheet of the guests says who withdrew, and when', async () => {
  const { equipe } = await open()
  const csv = await equipe.body('/painel/exportar/convidados.csv')
  const rows = csv.trim().split('\r\n')
  expect(rows[0]).toMatch(/;Estado;Dentro desde;Desistiu em;/)
  expect(rows[1]).toMatch(/^ANA LIMA;.*;desistiu;;01\/09\/2027 12:00;/)
  expect(rows[2]).toMatch(/^RUI PRADO;.*;retirado pela mesa;;01\/09\/2027 12:00;/)
  expect(rows[3]).toMatch(/^EVA REIS;.*;confirmado;;;/)
})

test('Dar entrada admits a guest who withdrew, who is counted again and gets no invitation', async () => {
  const { equipe, services, read, ana, used } = await open()
  await equipe.post(`/painel/convidados/${ana}`, { ato: 'admitir', entradaid: services.newId(), antes: '1' })
  const text = await read(`/painel/convidados/${ana}`)
  expect(text).toContain('Dentro desde 12h00')
  expect(text).toContain('e entrou assim mesmo, sem convite.')
  // A kept place ends by itself.
  expect(used('serra')).toBe(2)
  expect(await services.painelReadings.numeros()).toMatchObject({ confirmados: 2, dentro: 1, livres: 18 })
  expect(await read('/painel/convidados')).toContain('ANA LIMA sem empresa Dentro, 12h00')
})

test('Confirmar de novo confirms a guest who withdrew, with a company’s invitation or without one, and says which', async () => {
  const { equipe, services, read, ana, used } = await open()
  const at = `/painel/convidados/${ana}`
  expect(await read(at)).toContain('Confirmar de novo')
  expect(await read(at)).not.toContain('Mudar de empresa')
  const path = `${at}/empresa`
  expect(await read(path)).toContain('Com o convite de uma empresa, ou sem nenhum, fica confirmado de novo.')
  expect(await equipe.body(path)).toMatch(/<input[^>]*name="empresa"[^>]*value="[^"]+"/)
  const move = async (empresa: string) => (await equipe.post(path, { empresa })).headers.get('Location')
  expect(await move('Sementes do Ipê-Roxo')).toBe(`${at}?feito=confirmado-com`)
  expect(await move('Sementes do Ipê-Roxo')).toBe(`${at}?feito=ja-era`)
  expect(await read(at)).toContain('ANA LIMA Confirmou')
  expect(await read(at)).toContain('Mudar de empresa')
  expect([used('serra'), used('ipe')]).toEqual([1, 1])
  expect((await desistenciasIn(services)).has(ana)).toBe(false)

  await services.desistencias.withdraw(
    { credencialid: ana, empresaid: null, now: services.now(), isClosed: false },
    services.autorOf('convidado'),
  )
  expect(await move('')).toBe(`${at}?feito=confirmado`)
  expect([used('serra'), used('ipe')]).toEqual([1, 0])
})

test('Não guardar o lugar frees what is kept at once and once, and not a guest who has come back', async () => {
  const { equipe, services, read, ana, used } = await open()
  const path = `/painel/convidados/${ana}`
  const told = await read(path)
  expect(told).toContain('O lugar fica guardado até 2 de setembro, 0h, se quiser voltar. Não guardar o lugar')
  const free = async () =>
    (await equipe.post(path, { ato: 'liberar', empresaid: 'serra' })).headers.get('Location')
  const undo = () =>
    services.desistencias.undo(
      { credencialid: ana, now: services.now(), isClosed: false },
      services.autorOf('convidado'),
    )
  expect(used('serra')).toBe(2)
  expect([await free(), await free()]).toEqual([`${path}?feito=liberado`, `${path}?feito=ja-livre`])
  expect(used('serra')).toBe(1)
  expect(await read(path)).not.toContain('Não guardar o lugar')
  expect((await undo()).kind).toBe('returned')
  expect(await free()).toBe(`${path}?feito=ja-livre`)
  expect([used('serra'), (await desistenciasIn(services)).has(ana)]).toEqual([2, false])
})

test('Excluir and the erasure reach withdrawals', async () => {
  const { equipe, services, store, ana, used } = await open()
  await equipe.post(`/painel/convidados/${ana}`, { ato: 'excluir', convite: 'gastar' })
  expect([store.get('desistencias', ana) !== null, used('serra')]).toEqual([false, 1])
  await services.credenciais.erasePersonalData(services.autorOf('cli'))
  expect(store.count('desistencias')).toBe(0)
})

test('the guest’s own pages say that the presence was withdrawn', async () => {
  const { browser, services, ana, eva } = await open()
  const convidado = browser()
  const ofConvidado = (id: string) => `/c/${services.tokenOf(id, 0)}`
  const icsOf = async (id: string) => convidado.body(`${ofConvidado(id)}/evento.ics`)
  const cancelled = await icsOf(ana)
  for (const line of ['METHOD:CANCEL', 'STATUS:CANCELLED']) expect(cancelled).toContain(line)
  expect(cancelled).not.toContain('VALARM')
  const uid = /UID:\S+/.exec(cancelled)?.[0]
  expect(await icsOf(eva)).toContain(uid)
  expect(await icsOf(eva)).not.toContain('CANCEL')
  expect(await convidado.body('/evento.ics')).toContain(uid)
  expect(await convidado.body(ofConvidado(ana))).toContain(`href="${ofConvidado(ana)}/evento.ics"`)
  expect((await convidado.get('/c/x/evento.ics')).status).toBe(404)
})

test('a calendar told of each withdrawal and each Desfazer finds each newer than the one before', async () => {
  let now = NOW
  const { services, browser } = await startApp(() => ({ now: () => now }))
  const credencialid = await registered(services.credenciais)
  const [convidado, path] = [browser(), `/c/${services.tokenOf(credencialid, 0)}`]
  const told = async () => {
    const text = await convidado.body(`${path}/evento.ics`)
    return {
      sequence: Number(/^SEQUENCE:(\d+)\r$/m.exec(text)?.[1] ?? 0),
      isOut: text.includes('METHOD:CANCEL\r\n') && text.includes('STATUS:CANCELLED\r\n'),
    }
  }
  const calendar = async () => /href="(\S*evento\.ics)"/.exec(await convidado.body(path))?.[1]
  const seen = [await told()]
  expect(await calendar()).toBe(`${path}/evento.ics`)
  for (let n = 0; n < 3; n++) {
    for (const ato of ['desistir', 'voltar']) {
      expect((await convidado.post(`${path}/presenca`, { ato })).status).toBe(303)
      seen.push(await told())
    }
    // A calendar that learned of a withdrawal gets a file it will accept.
    expect(await calendar()).toBe(`${path}/evento.ics`)
    now += 1000
  }
  expect(seen.map(({ isOut }) => isOut)).toEqual([false, true, false, true, false, true, false])
  for (const [n, { sequence }] of seen.slice(1).entries())
    expect(sequence).toBeGreaterThan(seen[n]?.sequence ?? Infinity)
})

test('/minhas says which credenciais were withdrawn', async () => {
  const { browser, services, store } = await open()
  const convidado = browser()
  await convidado.post('/cadastro', { nome: 'BIA SOUSA', telefone: '65987650000', email: '' })
  const id = store.ids('credenciais').at(-1) ?? ''
  expect(await convidado.text('/minhas')).not.toContain('presença retirada')
  const asked = { credencialid: id, empresaid: null, now: services.now(), isClosed: false }
  await services.desistencias.withdraw(asked, services.autorOf('convidado'))
  expect(await convidado.text('/minhas')).toContain('BIA SOUSA (presença retirada)')
})

test('what another day saw has its date wherever it is told, an admission and a withdrawal alike', async () => {
  const { read, eva, services, advance, rui } = await open()
  await services.entradas.add([anEntrada(eva, { lidaem: NOW })], anAutor())
  advance(24 * 3_600_000)
  const painel = ['convidados', `convidados/${eva}`, 'empresas/serra', 'listas/entradas', 'listas/mesas']
  for (const path of painel) expect(await read(`/painel/${path}`), path).toContain('1/9, 12h00')
  const mesa = services.mesaTokenOf({ empresaid: 'serra', versao: 0 })
  expect(await read(`/mesa/${mesa}`)).toContain('chegou em 1/9, 12h00')
  expect(await read(`/painel/convidados/${rui}`)).toContain('A mesa retirou em 1/9, 12h00')
})
