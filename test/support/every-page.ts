import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { equipeCookie } from '../../app/shared/equipe.server.ts'
import type { NovoConvite } from '../../server/domain/convites.ts'
import { EVERYBODY } from '../../server/domain/convidado-search.ts'
import { FRONT_ERRORS } from '../../server/error-words.ts'
import { errorPage, type ErrorStatus } from '../../server/http/error-page.ts'
import { inviteToEquipe } from '../../server/use-cases/equipe.ts'
import { makeConvites } from '../../server/use-cases/convites-pessoais.ts'
import { storedOf } from './pasta.ts'
import { startBuiltApp } from './built-app.ts'
import { createCookies } from './cookies.ts'
import { EVENTO } from './environment.ts'
import { anAparelho, aCadastro, aRegister, NOW } from './factories.ts'
import { FORM } from './http-server.ts'

/** An uploaded spreadsheet of companies. */
const PLANILHA =
  'empresaid;nome;icredencial\nclara;Outro "nome" <b>;30\noutra;Sítio Novo;12\nruim;Ruim;vinte\n'

const evento = JSON.parse(readFileSync(EVENTO, 'utf8')) as { fim: string; diasAteApagar: number }
const DAY_MS = 86_400_000

/** Every page, named by its route and then by what is special about it. */
export async function everyPage(): Promise<Record<string, string>> {
  const { ask, services, store, takeStorageAway, goTo } = await startBuiltApp()
  const pages: Record<string, string> = {}

  const openBrowser = () => {
    const cookies = createCookies()
    const send = async (path: string, fields?: Record<string, string>) => {
      const cookie = cookies.header()
      const told = await ask({
        path,
        headers: { ...(cookie && { cookie }), ...(fields && FORM) },
        ...(fields && { method: 'POST', body: new URLSearchParams(fields).toString() }),
      })
      cookies.keep(told.headers['set-cookie'] ?? [])
      return told
    }
    return {
      send,
      /** Keeps the page under its name if it has the expected status. */
      async keep(name: string, status: number, path: string, fields?: Record<string, string>) {
        const told = await send(path, fields)
        expect(told.status, name).toBe(status)
        pages[name] = told.body
        return told.body
      },
    }
  }
  // All have the same number: with each, the form says that another guest has it.
  const convidado = (nome: string) => {
    return { nome, telefone: '11987654321', email: 'ana@exemplo.com', outra: 'sim' }
  }

  const stranger = openBrowser()
  await stranger.keep('_index', 200, '/')
  await stranger.keep('cadastro', 200, '/cadastro')
  await stranger.keep('cadastro: 422', 422, '/cadastro', { nome: 'A "2" <b>', telefone: '10', email: 'x' })
  await stranger.keep('item', 200, '/item')
  await stranger.keep('item: 422', 422, '/item?empresaid=n%C3%A3o%20%C3%A9')
  await stranger.keep('privacidade', 200, '/privacidade')
  await stranger.keep('certificado', 200, '/certificado?codigo=KGRG7-W6RM4')
  const conferencia = { codigo: 'KGRG7-W6RM4', nome: 'Ana "Lima" <b>' }
  await stranger.keep('certificado: NÃO CONFERE', 200, '/certificado', conferencia)
  await stranger.keep('$', 404, '/nada/aqui')
  await stranger.keep('$empresaid', 200, '/clara')
  await stranger.keep('$empresaid: none left', 200, '/cheia')
  await stranger.keep('$empresaid: LIMITE ATINGIDO', 409, '/cheia', {})
  await stranger.keep('$empresaid: 404', 404, '/nenhuma')
  await stranger.keep('$empresaid: 500', 500, '/defeito')
  for (let held = 0; held < 10; held++) await openBrowser().send('/rede', {})
  await stranger.keep('$empresaid: 429', 429, '/rede', {})
  await stranger.keep('c.$token: 404', 404, '/c/nada')
  const made = await makeConvites(
    services,
    { empresaid: 'clara', pedido: '', rotulos: 'Tia "Lúcia" <b>\nPrimo' },
    services.autorOf('mesa'),
  )
  const [novo = '', revogado = ''] = made.kind === 'created' ? made.codigos : []
  await services.convites.revoke(revogado, services.autorOf('mesa'))
  await stranger.keep('$empresaid_.$codigo', 200, `/clara/${novo}`)
  await stranger.keep('cadastro: of a personal invitation', 200, `/cadastro?convite=${novo}`)
  await stranger.keep('cadastro: none left', 200, '/cadastro?empresaid=cheia')
  await stranger.keep('$empresaid_.$codigo: revoked', 200, `/clara/${revogado}`)
  await openBrowser().send('/cadastro', { ...convidado('Lia Lima'), convite: novo })
  await stranger.keep('$empresaid_.$codigo: used', 200, `/clara/${novo}`)

  const table = openBrowser()
  await table.send('/clara', {})
  await table.keep('cadastro: of a company', 200, '/cadastro?empresaid=clara')
  await table.keep('$empresaid: held', 200, '/clara?utm=1')
  await table.send('/cadastro', { ...convidado('Ana Lima'), empresaid: 'clara' })
  const alert = await table.keep('_index: alert', 200, '/')
  await table.keep('_index: one credencial', 200, '/')
  const credencial = /\/c\/[^"/]+/.exec(alert)?.[0] ?? ''
  await table.keep('c.$token', 200, credencial)
  await table.keep('c.$token_.presenca', 200, `${credencial}/presenca`)
  await table.keep('c.$token_.dados', 200, `${credencial}/dados`)
  await table.keep('c.$token_.certificado', 200, `${credencial}/certificado`)
  await table.send(`${credencial}/presenca`, { ato: 'desistir' })
  await table.keep('c.$token: withdrawn', 200, credencial)
  await table.send(`${credencial}/presenca`, { ato: 'voltar' })
  await table.send('/cadastro', convidado('Rui Lima'))
  await table.keep('_index: alert and two credenciais', 200, '/')
  await table.keep('_index: two credenciais', 200, '/')
  await table.keep('minhas', 200, '/minhas')
  await stranger.keep('minhas: none', 200, '/minhas')
  // Another browser’s invitation pays: the link of the browser that registered is replaced.
  const early = openBrowser()
  await early.send('/cadastro', convidado('Gil Lima'))
  const replaced = /\/c\/[^"/]+/.exec((await early.send('/')).body)?.[0] ?? ''
  const payer = openBrowser()
  await payer.send('/clara', {})
  await payer.send('/cadastro', { ...convidado('Gil Lima'), empresaid: 'clara' })
  await early.keep('c.$token: replaced', 404, replaced)
  await early.send('/cadastro', convidado('Gil Lima'))
  await early.keep('_index: alert without a link', 200, '/')
  for (const nome of ['Ana', 'Bia', 'Caio', 'Davi']) await table.send('/cadastro', convidado(`${nome} Braga`))
  await table.send('/')
  await table.keep('_index: more than five credenciais', 200, '/')

  await services.mesas.setFechada('clara', true, services.autorOf('mesa'))
  await stranger.keep('$empresaid: closed link', 200, '/clara')
  await stranger.keep('$empresaid: personal', 409, '/clara', {})
  await services.mesas.setFechada('clara', false, services.autorOf('mesa'))
  await openBrowser().send('/ultima', {})
  const late = { ...convidado('Eva Lima'), empresaid: 'ultima' }
  await table.keep('cadastro: LIMITE ATINGIDO', 409, '/cadastro', late)

  const secret = 's'.repeat(43)
  const segredo = services.segredoOf(secret)
  store.put('aparelhos', anAparelho({ aparelhoid: 'aparelho', nome: 'Cida "Dona" <Moreira>', segredo }))
  const cookie = (await equipeCookie(secret, services)).split(';')[0] ?? ''
  const [credencialid = ''] = store.ids('credenciais')
  const gemeo = store.all('credenciais').find(({ nome }) => nome === 'RUI LIMA')
  if (gemeo) store.put('credenciais', { ...gemeo, credencialid: '1', nome: 'RUI DE LIMA' })
  const impressa = { credencialid, impresso: 'h'.repeat(12), versao: 0 }
  await services.envios.mark([impressa], NOW, services.autorOf('mesa'))
  const planilhaid = 'p'.repeat(22)
  const bytes = await storedOf(PLANILHA, { abas: [0], colunas: {} })
  const planilha = { enviadaem: NOW, tipo: 'empresas' as const, arquivo: 'a "b" <c>.csv' }
  await services.planilhas.put({ ...planilha, planilhaid, bytes })
  const far = { feitas: 7_300, total: 19_900, entram: 19_900, mudam: 3, recusadas: 1, problema: 'Ó & <b>.' }
  for (const fase of ['lendo', 'gravando', 'gravada', 'recusada'] as const)
    await services.planilhas.begin({
      ...far,
      ...planilha,
      planilhaid: fase,
      fase,
      quem: fase === 'lendo' || fase === 'gravando' ? 'q' : '',
      vistaem: NOW,
    })
  for (const n of [1, 2, 3]) {
    const cadastro = aCadastro({ nome: `XUXA ${'I'.repeat(n)}`, telefone: '65912343187', email: '' })
    await services.credenciais.register(
      aRegister({ claim: null, origem: 'o'.repeat(16), now: NOW + n, cadastro }),
    )
  }
  const rajadas = (await ask({ path: '/painel/rajadas', headers: { cookie } })).body
  const rajada = /href="(\/painel\/rajadas\/[^"]*)"/.exec(rajadas)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const voluntario = await inviteToEquipe(
    services,
    { nome: 'Zé "Porta"', papel: 'porta' },
    services.autorOf('mesa'),
  )
  const painel = {
    'painel._index': '/painel',
    'painel.convidados._index': '/painel/convidados?q=lima',
    'painel.convidados.$credencialid': `/painel/convidados/${credencialid}`,
    'painel.convidados.$credencialid_.corrigir': `/painel/convidados/${credencialid}/corrigir`,
    'painel.convidados.$credencialid_.empresa': `/painel/convidados/${credencialid}/empresa`,
    'painel.convidados.novo': '/painel/convidados/novo',
    'painel.convidados.convidar': '/painel/convidados/convidar',
    'painel.convidados.convites': `/painel/convidados/convites?primeiro=${novo}`,
    'painel.repetidos': '/painel/repetidos',
    'painel.empresas._index': '/painel/empresas',
    'painel.empresas.$empresaid': '/painel/empresas/clara',
    'painel.empresas.$empresaid_.dados': '/painel/empresas/clara/dados',
    'painel.empresas.nova': '/painel/empresas/nova',
    'painel.equipe': '/painel/equipe',
    'painel.$: gone': '/painel/nada/aqui',
    'painel.ajuda._index': '/painel/ajuda',
    'painel.ajuda.porta': '/painel/ajuda/porta',
    'painel.sair': '/painel/sair',
    'painel.porta': '/painel/porta',
    'painel.porta_.ensaio': '/painel/porta/ensaio',
    porta: '/porta',
    'painel.expurgo': '/painel/expurgo',
    'painel.historico': '/painel/historico',
    'painel.evento': '/painel/evento',
    'painel.evento: gravado': '/painel/evento?feito=avisar',
    'painel.evento_.lugares': '/painel/evento/lugares',
    'painel.evento_.perguntas': '/painel/evento/perguntas',
    'painel.evento_.outro': '/painel/evento/outro',
    'painel.envios._index': '/painel/envios?fila=lembrete',
    'painel.envios.$tipo.$para': `/painel/envios/lembrete/${credencialid}`,
    'painel.envios.$tipo.$para: gone': '/painel/envios/lembrete/nenhum',
    'painel.envios.fim.$tipo': '/painel/envios/fim/lembrete',
    'painel.envios.texto.$tipo': '/painel/envios/texto/lembrete',
    'painel.depois._index': '/painel/depois',
    'painel.depois.faltas': '/painel/depois/faltas',
    'painel.depois.folha': '/painel/depois/folha',
    'painel.listas._index': '/painel/listas',
    'painel.listas.certificados': '/painel/listas/certificados',
    'painel.listas.entradas': '/painel/listas/entradas',
    'painel.listas.etiquetas._index': '/painel/listas/etiquetas?qr=1&quem=novos&inicio=3',
    'painel.listas.etiquetas.folhas': '/painel/listas/etiquetas/folhas?papel=6180&qr=1',
    'painel.listas.etiquetas._index: desmarcadas': '/painel/listas/etiquetas?desmarcadas=1',
    'painel.listas.etiquetas.folhas: marcada': `/painel/listas/etiquetas/folhas?marcada=${NOW}`,
    'painel.listas.etiquetas.folhas: nada marcado': '/painel/listas/etiquetas/folhas?recusada=1',
    'painel.listas.etiquetas.moldura': '/painel/listas/etiquetas/moldura?papel=6082',
    'painel.listas.mesas': '/painel/listas/mesas',
    'painel.listas.nomes': '/painel/listas/nomes',
    'painel.planilhas._index': '/painel/planilhas',
    'painel.planilhas.$planilhaid': `/painel/planilhas/${planilhaid}`,
    'painel.planilhas.$planilhaid: lendo': '/painel/planilhas/lendo',
    'painel.planilhas.$planilhaid: gravando': '/painel/planilhas/gravando',
    'painel.planilhas.$planilhaid: gravada': '/painel/planilhas/gravada',
    'painel.planilhas.$planilhaid: as recusadas': '/painel/planilhas/gravada?ver=recusadas',
    'painel.planilhas.$planilhaid: recusada': '/painel/planilhas/recusada',
    'painel.planilhas.$planilhaid: gone': '/painel/planilhas/nenhuma',
    'painel.rajadas._index': '/painel/rajadas',
    'painel.rajadas.$origem': rajada,
    'painel.rajadas.$origem: gone': '/painel/rajadas/nenhuma',
    'c.$token: of the team': `/c/${services.tokenOf(credencialid, 0)}`,
    'porta_.admitir.$token': `/porta/admitir/${services.tokenOf(credencialid, 0)}`,
    'equipe._index': '/equipe',
    'equipe.$codigo': `/equipe/${voluntario.kind === 'invited' ? voluntario.code : ''}`,
    'equipe.$codigo: gone': '/equipe/CFHJ-KMNP',
  }
  /** Keeps pages of the board, each with the status its name says. */
  const keepAll = async (paths: Record<string, string>) => {
    for (const [name, path] of Object.entries(paths)) {
      const told = await ask({ path, headers: { cookie } })
      const status = name.endsWith(': gone') ? 404 : name.endsWith(': recusada') ? 422 : 200
      expect(told.status, name).toBe(status)
      pages[name] = told.body
    }
  }
  await keepAll(painel)
  const described = {
    versao: '1',
    anfitriao: 'Sociedade "Rural" <b>',
    ocasiao: 'Palestra',
    titulo: 'A terra',
    'inicio-dia': '2027-09-23',
    'inicio-hora': '19:30',
    'fim-dia': '2027-09-23',
    'fim-hora': '22:00',
    local: 'Tatersal',
    cidade: 'Vale',
    contato: '65',
    dias: '20',
  }
  for (const [name, status, fields] of [
    ['conferir', 200, { ...described, ato: 'conferir' }],
    ['422', 422, { ...described, titulo: '', 'fim-hora': '1h', ato: 'conferir' }],
    ['changed meanwhile', 422, { ...described, versao: '9', ato: 'conferir' }],
    ['cancelar', 200, { versao: '1', ato: 'ver-cancelar' }],
  ] as const) {
    const body = new URLSearchParams(fields).toString()
    const headers = { ...FORM, cookie, 'sec-fetch-site': 'same-origin' }
    const told = await ask({ method: 'POST', path: '/painel/evento', headers, body })
    expect(told.status, name).toBe(status)
    pages[`painel.evento: ${name}`] = told.body
  }

  const mesa = `/mesa/${services.mesaTokenOf({ empresaid: 'clara', versao: 0 })}`
  const novos = ['Tia "Lúcia" <b>', 'Diretor', 'Primo'].map((rotulo, index): NovoConvite => {
    return { codigo: 'abc'.charAt(index).repeat(20), rotulo, reservaid: `r${index}` }
  })
  await services.convites.create('clara', novos, NOW, services.autorOf('mesa'))
  await services.convites.revoke('c'.repeat(20), services.autorOf('mesa'))
  await openBrowser().send('/clara', {})
  const enviar = `${mesa}/enviar/${'a'.repeat(20)}`
  const vazia = `/mesa/${services.mesaTokenOf({ empresaid: 'nova', versao: 0 })}`
  const mesaBrowser = openBrowser()
  await mesaBrowser.keep('mesa.$token', 200, mesa)
  await mesaBrowser.keep('mesa.$token: nobody invited', 200, vazia)
  await mesaBrowser.keep('mesa.$token: done', 200, `${mesa}?feito=criados`)
  await mesaBrowser.keep('mesa.$token: 404', 404, '/mesa/nada')
  await mesaBrowser.keep('mesa.$token: 422', 422, mesa, { ato: 'criar', rotulos: '', pedido: 'p'.repeat(22) })
  await mesaBrowser.keep('mesa.$token_.enviar.$codigo', 200, enviar)
  await mesaBrowser.keep('mesa.$token_.enviar.$codigo: 422', 422, enviar, { ato: 'enviar', para: '1' })
  await mesaBrowser.keep('mesa.$token_.enviar.$codigo: fim', 200, `${mesa}/enviar/fim`)
  await mesaBrowser.send(enviar, { ato: 'enviar' })
  await mesaBrowser.keep('mesa.$token_.enviar.$codigo: aberto', 200, enviar)
  await mesaBrowser.keep('mesa.$token: aberto', 200, mesa)
  await mesaBrowser.keep('mesa.$token_.revogar.$codigo', 200, `${mesa}/revogar/${'a'.repeat(20)}`)
  const [sentado] = (await services.painel.search([{ ...EVERYBODY, empresaid: 'clara' }], 0, 1)).convidados
  const liberar = `${mesa}/liberar/${sentado?.credencial.credencialid ?? ''}`
  await mesaBrowser.keep('mesa.$token_.liberar.$credencialid', 200, liberar)
  await mesaBrowser.keep('mesa.$token_.lista', 200, `${mesa}/lista`)
  await mesaBrowser.send(mesa, { ato: 'fechar' })
  await mesaBrowser.keep('mesa.$token: link closed', 200, mesa)

  goTo(Date.parse(evento.fim))
  await keepAll({
    'painel.depois._index: over': '/painel/depois',
    'painel.depois.faltas: over': '/painel/depois/faltas',
    'painel.depois.folha: over': '/painel/depois/folha',
  })
  await mesaBrowser.keep('mesa.$token: closed', 200, mesa)
  await stranger.keep('cadastro: closed', 200, '/cadastro')
  await stranger.keep('cadastro: 410', 410, '/cadastro', convidado('Edu Lima'))
  await stranger.keep('item: closed', 200, '/item')
  await stranger.keep('$empresaid: closed', 200, '/clara')
  await stranger.keep('$empresaid: 410', 410, '/clara', {})
  goTo(Date.parse(evento.fim) + (evento.diasAteApagar + 2) * DAY_MS)
  await table.keep('c.$token: 410', 410, credencial)
  await table.keep('_index: after erasure', 200, '/')
  goTo(NOW)

  takeStorageAway()
  await stranger.keep('cadastro: 503', 503, '/cadastro', convidado('Ivo Lima'))
  await stranger.keep('$empresaid: 503', 503, '/clara', {})

  for (const status of Object.keys(FRONT_ERRORS).map(Number) as ErrorStatus[])
    pages[`error page: ${status}`] = errorPage(status).body.toString()
  return pages
}
