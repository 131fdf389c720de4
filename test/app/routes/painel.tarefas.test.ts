import { expect, test } from 'vitest'
import { newMesa } from '../../../server/domain/mesa.ts'
import { changeEvento } from '../../support/change-evento.ts'
import { openEquipe } from '../../support/equipe.ts'
import { aCadastro, anAutor, anEmpresa, anEntrada, aRegister, NOW } from '../../support/factories.ts'
import { startApp } from '../../support/remix.ts'

const DAY = 86_400_000
/** A quarter past seven on the day of the event, which begins at half past. */
const DOORS = Date.parse('2027-09-16T19:15:00-03:00') - NOW
const AFTER = Date.parse('2027-09-17T09:00:00-03:00') - NOW

/** A company whose holder has a number, a paired organiser, and the page as one reads it. */
async function open({ hasDoor = true } = {}) {
  const app = await startApp()
  const { services, store } = app
  store.put(
    'empresas',
    anEmpresa({ empresaid: 'serra', nome: 'Serra Azul', icredencial: 20, licredencial: 0 }),
  )
  store.put('mesas', { ...newMesa('serra'), telefone: '65987654402' })
  const cida = await openEquipe(app)
  if (hasDoor) await openEquipe(app, { nome: 'Portão 2', papel: 'porta' })
  const convidar = async (codigo: string, telefone = '65999112244') => {
    const novo = {
      codigo: codigo.padEnd(20, 'x'),
      rotulo: codigo,
      telefone,
      lugares: 1,
      reservaid: `r-${codigo}`,
    }
    await services.convites.create('serra', [novo], services.now(), services.autorOf('cli'))
    return novo.codigo
  }
  const send = async (tipo: 'pessoal' | 'mesa' | 'certificado', para: string) => {
    await cida.post(`/painel/envios/${tipo}/${para}`, { ato: 'enviar' })
    await cida.post(`/painel/envios/${tipo}/${para}`, { ato: 'foi' })
  }
  let serial = 0
  const register = async (nome: string, telefone = `6599911${1_000 + ++serial}`) => {
    const told = await services.credenciais.register(
      aRegister({ cadastro: aCadastro({ nome, telefone }), now: services.now() + serial }),
    )
    if (told.kind !== 'registered') throw new Error(told.kind)
    return told.credencial.credencialid
  }
  /** The first task, and the words of the rows below it. */
  const tarefas = async () => {
    // Storage that cannot tell whether anything changed is asked again after five seconds.
    app.advance(6_000)
    const html = await cida.body('/painel')
    const plain = (part: string) =>
      part
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
    const rows = /class="esperas"[^]*?<ul>([^]*?)<\/ul>/.exec(html)?.[1] ?? ''
    return {
      primeira: plain(/<h2 id="agora"[^>]*>([^]*?)<\/h2>/.exec(html)?.[1] ?? ''),
      outras: rows.split('</li>').map(plain).filter(Boolean),
      html,
    }
  }
  return { ...app, cida, convidar, send, register, tarefas }
}

test('while no company that waits for its link has a number, the act is to note one', async () => {
  const { store, tarefas } = await open()
  store.put('mesas', { ...newMesa('serra'), telefone: '' })
  const { primeira, html } = await tarefas()
  expect(primeira).toBe('1 empresa não começou: falta o WhatsApp')
  expect(html).toMatch(/href="\/painel\/empresas\?mostrar=sem-whatsapp"[^>]*>Anotar os números/)
  expect(html).not.toContain('Enviar pelo WhatsApp')
})

test('a company without its link waits for it, then for its own beginning, then for nothing', async () => {
  const { tarefas, send, convidar } = await open()
  const { primeira, html } = await tarefas()
  expect(primeira).toBe('1 empresa não começou: falta mandar o link')
  expect(html).toContain('20 convites sem uso')
  expect(html).toContain('link não enviado')
  await send('mesa', 'serra')
  expect(await tarefas()).toMatchObject({ primeira: '1 empresa não começou', outras: [] })
  await convidar('Helena')
  expect((await tarefas()).html).not.toContain('não começ')
})

test('invitations to send come first, with whom they begin and how the message begins; one touch sends', async () => {
  const { tarefas, convidar, send, cida, advance } = await open()
  const codigo = await convidar('Helena')
  const { primeira, html, outras } = await tarefas()
  expect([primeira, outras]).toEqual(['1 convite por enviar', []])
  expect(html).toContain('O primeiro é de Helena. É coisa de um minuto.')
  expect(html).toContain('Helena, este convite é só seu, na mesa Serra Azul.')
  expect((await cida.post('/painel/envios', { fila: 'pessoal' })).headers.get('Location')).toBe(
    `/painel/envios/pessoal/${codigo}`,
  )
  await send('pessoal', codigo)
  expect((await tarefas()).primeira).toBe('Tudo em dia')
  expect((await tarefas()).html).toContain('Próxima coisa: lembrar quem não respondeu, dia 3.')
  advance(2 * DAY + 1)
  expect((await tarefas()).primeira).toBe('1 convidado não respondeu')
})

test('a holder’s request waits until it is answered, and leads to its company', async () => {
  const { tarefas, convidar, send, services } = await open()
  await send('pessoal', await convidar('Helena'))
  await services.mesas.pedir('serra', { pedido: 5, motivo: '' }, anAutor())
  const { primeira, html } = await tarefas()
  expect(primeira).toBe('1 empresa pediu mais convites')
  expect(html).toContain('href="/painel/empresas/serra#pedido"')
  await services.mesas.responder('serra', 5, 0, anAutor(), false)
  expect((await tarefas()).primeira).toBe('Tudo em dia')
})

test('two who may be one person wait until somebody decides', async () => {
  const { tarefas, register, convidar, cida } = await open()
  await convidar('Helena', '')
  const um = await register('Ana Lima', '6599112244')
  const outro = await register('Ana de Lima', '65999112244')
  const { outras } = await tarefas()
  expect(outras).toEqual([expect.stringMatching(/^1 possível repetido .*Conferir$/)])
  await cida.post('/painel/repetidos', { um, outro, ato: 'separar' })
  expect((await tarefas()).outras).toEqual([])
})

test('nobody for the door waits once somebody comes, and until a phone is paired', async () => {
  const app = await open({ hasDoor: false })
  await app.convidar('Helena')
  expect((await app.tarefas()).outras).toEqual([])
  await app.register('Ana Lima')
  expect((await app.tarefas()).outras).toEqual([
    expect.stringMatching(/^Ainda não há ninguém na porta .*Convidar$/),
  ])
  await openEquipe(app, { nome: 'Beto', papel: 'porta' })
  app.advance(30_000)
  expect((await app.tarefas()).outras).toEqual([])
})

test('lists are to print on the eve, not before', async () => {
  const { tarefas, register, advance } = await open()
  await register('Ana Lima')
  expect((await tarefas()).outras.join()).not.toContain('Listas')
  advance(14 * DAY)
  expect((await tarefas()).primeira).toBe('Listas para imprimir')
})

test('on the day the page says who is inside, then which phone is silent, who is on no list and who came twice', async () => {
  const { tarefas, register, services, advance } = await open()
  const ana = await register('Ana Lima')
  await register('Rui Prado')
  advance(DOORS)
  expect((await tarefas()).primeira).toBe('Ninguém chegou ainda')
  const { aparelhoid } = (await services.equipe.list()).find(({ papel }) => papel === 'porta') ?? {
    aparelhoid: '',
  }
  await services.equipe.see(aparelhoid, services.now())
  advance(6 * 60_000)
  const at = { lidaem: services.now(), recebidaem: services.now() }
  const facts = [
    anEntrada(ana, at),
    anEntrada(ana, { ...at, seq: 2 }),
    anEntrada('', { ...at, seq: 3, anotado: 'Zé' }),
  ]
  await services.entradas.add(facts, anAutor())
  const { primeira, outras, html } = await tarefas()
  expect(primeira).toBe('2 já estão dentro')
  expect(html).toContain('Falta 1 dos 2 confirmados.')
  expect(outras.map((row) => row.split(' ').slice(0, 4).join(' '))).toEqual([
    'Portão 2 está sem',
    '1 veio sem estar',
    '1 pessoa entrou duas',
  ])
  expect(html).toContain('<b data-hora=')
  expect(html.indexOf('role="search"')).toBeLessThan(html.indexOf('Precisa de você'))
})

test('the day after, certificates come first, then paper, the board’s sheet and the day of the erasure', async () => {
  const { tarefas, register, services, advance, send } = await open()
  const [ana, rui] = [await register('Ana Lima'), await register('Rui Prado', '')]
  advance(DOORS)
  await services.entradas.add([anEntrada(ana), anEntrada(rui, { seq: 2 })], anAutor())
  advance(AFTER - DOORS)
  const { primeira, outras, html } = await tarefas()
  expect(primeira).toBe('1 certificado por enviar')
  expect(outras).toEqual([
    expect.stringMatching(/^1 esteve e não tem WhatsApp/),
    expect.stringMatching(/^Folha para a diretoria/),
    expect.stringMatching(/^Dados dos convidados: apagar em \d+ de outubro/),
  ])
  expect(html).toContain('Como foi')
  expect(html).toContain('Confirmaram e faltaram')
  expect(html).toContain('href="/painel/evento/outro"')
  await send('certificado', ana)
  expect((await tarefas()).primeira).toBe('1 esteve e não tem WhatsApp')
})

test('after a change of the event, those who knew of it come first', async () => {
  const app = await open()
  await app.register('Ana Lima')
  app.advance(DAY)
  await changeEvento(app.services, { inicio: '2027-09-23T19:30:00-03:00', fim: '2027-09-23T22:00:00-03:00' })
  expect((await app.tarefas()).primeira).toBe('1 pessoa para avisar da mudança')
})
