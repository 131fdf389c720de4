import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { compose } from '../../server/composition.ts'
import { readConfig } from '../../server/config.ts'
import { UNPAIRED } from '../../server/domain/aparelho.ts'
import { parseEmpresa } from '../../server/domain/empresa.ts'
import { newMesa } from '../../server/domain/mesa.ts'
import { encodeRefused } from '../../server/planilhas/pasta.ts'
import { storedOf } from './pasta.ts'
import { openSqlite } from '../../server/repos/sqlite/index.ts'
import { makeConvites } from '../../server/use-cases/convites-pessoais.ts'
import { aCadastro, aClaim, anEmpresa, anEntrada } from './factories.ts'
import { newDirectory, removeDirectory, startProcess } from './process.ts'
import { registered } from './registered.ts'

/** Sixty letters without a space, the widest there are. */
export const LONG = 'W'.repeat(60)
const EMAIL = `${'w'.repeat(64)}@${'w'.repeat(60)}.${'w'.repeat(60)}.example`
const MANY = 9_999_999
const HOUR = 3_600_000

const ID = 'w'.repeat(60)
const PLANILHA = 'p'.repeat(22)
const ORIGEM = 'o'.repeat(43)

/** The built server on the evening of an event, with the longest words in every column of every page. */
export interface LongestWords {
  url: string
  /** Pairs a browser, which then opens the board. */
  convite: string
  /** Every page by its route; some routes have several. */
  pages: Record<string, string[]>
  stop: () => Promise<void>
}

/** Stores the evening and starts the server on it. */
export async function startLongestWords(): Promise<LongestWords> {
  const directory = newDirectory()
  const path = join(directory, 'convites.db')
  const now = Date.now()
  const evento = join(directory, 'evento.json')
  writeFileSync(evento, JSON.stringify(anEveningOf(now)))
  const config = readConfig({ SQLITE_PATH: path, EVENTO: evento, LOG_LEVEL: 'silent' })
  // Opened here, since the composition cannot load it by itself within Playwright.
  const services = await compose(config, { storage: await openSqlite(path), isSampleLoaded: false })
  const { transfer, convites, credenciais, desistencias, entradas, equipe, mesas, mesaTokenOf } = services
  const autor = () => services.autorOf('mesa')

  await transfer.write([
    ...[ID, 'fechada', 'vazia'].map((empresaid) => {
      const numbers = { icredencial: MANY, licredencial: empresaid === ID ? MANY - 1_000_000 : 0 }
      const stored = anEmpresa({ empresaid, nome: LONG, ...numbers })
      return { kind: 'empresa' as const, empresa: parseEmpresa(empresaid, stored) }
    }),
    ...[ID, 'fechada', 'vazia'].map((empresaid) => {
      return { kind: 'mesa' as const, mesa: { ...newMesa(empresaid), numero: 'W'.repeat(8) } }
    }),
    ...[0, 1].map((n) => ({
      kind: 'aparelho' as const,
      aparelho: {
        ...UNPAIRED,
        aparelhoid: `porta-${n}`,
        nome: LONG,
        papel: 'porta' as const,
        codigo: null,
        codigoate: 0,
        segredo: `segredo-${n}`,
        pareadoem: now - 3 * HOUR,
        vistoem: now - 60_000,
      },
    })),
  ])
  await equipe.notePendentes('porta-1', 5_000, now - 20 * 60_000)
  await equipe.revoke('porta-1', autor())

  const rotulos = ['A', 'B', 'C'].map((letter) => LONG.replace('W', letter)).join('\n')
  const made = await makeConvites(services, { empresaid: ID, rotulos, pedido: 'p'.repeat(22) }, autor())
  const [novo = '', usado = '', revogado = ''] = made.kind === 'created' ? made.codigos : []
  await convites.revoke(revogado, autor())

  let serial = 0
  const register = async (empresaid: string | null, fields = {}) => {
    const at = now - HOUR + ++serial
    const nome = `${LONG.slice(2)}${String.fromCharCode(64 + serial)}X`
    const cadastro = aCadastro({ nome, telefone: `6598765${1000 + serial}`, email: EMAIL })
    return registered(credenciais, {
      cadastro,
      now: at,
      claim: empresaid === null ? null : aClaim(empresaid, { now: at }),
      ...fields,
    })
  }
  await register(ID, { claim: aClaim(ID, { now }), codigo: usado })
  const [dentro, fora, livre] = [await register(ID), await register(ID), await register(ID)]
  const retirada = await register(ID)
  await desistencias.withdraw({ credencialid: retirada, empresaid: ID, now, isClosed: false }, autor())
  const alone = await register(null)
  for (const nome of [LONG, `${LONG} DE`])
    await register(null, { cadastro: aCadastro({ nome, telefone: '65987650000', email: EMAIL }) })
  for (let n = 0; n < 12; n++) await register(ID, { origem: ORIGEM })

  const fact = (credencialid: string, n: number, fields = {}) =>
    anEntrada(credencialid, {
      aparelhoid: `porta-${n}`,
      lidaem: now - 1000 * ++serial,
      recebidaem: now,
      seq: serial,
      modo: 'camera' as const,
      ...fields,
    })
  const impressa = { credencialid: dentro, impresso: 'h'.repeat(12), versao: 0 }
  await services.envios.mark([impressa], now, autor())
  await entradas.add([fact(dentro, 0), fact(dentro, 1), fact(fora, 0)], autor())
  const anotado = 'W'.repeat(200)
  await entradas.add(
    [fact('', 0, { modo: 'busca', anotado }), fact('', 1, { modo: 'codigo', anotado })],
    autor(),
  )
  await services.planilhas.put({
    planilhaid: PLANILHA,
    tipo: 'empresas',
    arquivo: `${LONG}.csv`,
    enviadaem: now,
    bytes: await storedOf(
      `empresaid;nome;icredencial;contato;${LONG}\n${ID};${'V'.repeat(60)};30;\nnova;${LONG};${MANY};${LONG}\n${'u'.repeat(60)};${LONG};${LONG};\n`,
      { abas: [0], colunas: {} },
    ),
  })
  const refused = [{ line: 20_000, nome: LONG, problems: [LONG] }]
  for (const fase of ['gravando', 'gravada'] as const) {
    const planilha = { planilhaid: fase, tipo: 'empresas' as const, arquivo: `${LONG}.csv`, enviadaem: now }
    await services.planilhas.put({ ...planilha, bytes: encodeRefused(refused) })
    await services.planilhas.begin({
      ...planilha,
      fase,
      quem: fase === 'gravando' ? 'q' : '',
      vistaem: now + 24 * HOUR,
      feitas: MANY,
      total: MANY,
      entram: MANY,
      mudam: MANY,
      recusadas: MANY,
      problema: '',
    })
  }
  await mesas.setFechada('fechada', true, autor())
  await services.casa.definir(2 * MANY, autor())
  const token = services.tokenOf(livre, 0)
  const mesa = `/mesa/${mesaTokenOf({ empresaid: ID, versao: 0 })}`
  const mesaOf = (empresaid: string) => `/mesa/${mesaTokenOf({ empresaid, versao: 0 })}`
  await services.close()

  const server = await startProcess('build/node/main.js', directory, { EVENTO: evento })
  const tables = `/painel/empresas/${ID}`
  const convidado = (id: string, rest = '') => `/painel/convidados/${id}${rest}`
  return {
    url: server.url,
    convite: new URL(/http\S+\/equipe\/\S+/.exec(server.printed())?.[0] ?? '').pathname,
    pages: {
      _index: ['/'],
      cadastro: ['/cadastro', `/cadastro?convite=${novo}`],
      item: ['/item', '/item?empresaid=%C3%A7'],
      privacidade: ['/privacidade'],
      minhas: ['/minhas'],
      $: ['/nada/aqui'],
      $empresaid: [`/${ID}`, '/fechada', '/nenhuma'],
      '$empresaid_.$codigo': [novo, usado, revogado].map((codigo) => `/${ID}/${codigo}`),
      'c.$token': [`/c/${token}`, `/c/${services.tokenOf(retirada, 0)}`, `/c/${services.tokenOf(alone, 0)}`],
      'c.$token_.presenca': [`/c/${token}/presenca`],
      'c.$token_.dados': [`/c/${token}/dados`],
      'c.$token_.certificado': [`/c/${token}/certificado`],
      certificado: ['/certificado'],
      'mesa.$token': [mesa, `${mesa}?feito=criados`, mesaOf('vazia'), mesaOf('fechada'), '/mesa/nada'],
      'mesa.$token_.enviar.$codigo': [`${mesa}/enviar/${novo}`, `${mesa}/enviar/fim`],
      'mesa.$token_.revogar.$codigo': [`${mesa}/revogar/${novo}`],
      'mesa.$token_.liberar.$credencialid': [`${mesa}/liberar/${livre}`],
      'mesa.$token_.lista': [`${mesa}/lista`],
      'painel._index': ['/painel', '/painel?empresa=nenhuma'],
      'painel.convidados._index': [
        ...['/painel/convidados', '/painel/convidados?mostrar=faltam&letra=W', '/painel/convidados?q=nada'],
        '/painel/convidados?q=waxx',
      ],
      'painel.convidados.$credencialid': [dentro, retirada, livre].map((id) => convidado(id)),
      'painel.convidados.$credencialid_.corrigir': [convidado(livre, '/corrigir')],
      'painel.convidados.$credencialid_.empresa': [convidado(livre, '/empresa')],
      'painel.convidados.novo': ['/painel/convidados/novo'],
      'painel.convidados.convidar': ['/painel/convidados/convidar'],
      'painel.convidados.convites': [`/painel/convidados/convites?primeiro=${novo}`],
      'painel.repetidos': ['/painel/repetidos'],
      'painel.evento': ['/painel/evento', '/painel/evento?feito=avisar'],
      'painel.evento_.lugares': ['/painel/evento/lugares?feito=alem'],
      'painel.evento_.perguntas': ['/painel/evento/perguntas'],
      'painel.evento_.outro': ['/painel/evento/outro?feito=apague-antes'],
      'painel.envios._index': ['mudanca', 'mesa', 'pessoal', 'relance', 'lembrete', 'certificado'].map(
        (fila) => `/painel/envios?fila=${fila}`,
      ),
      'painel.envios.$tipo.$para': [
        ...[`mesa/${ID}`, `pessoal/${novo}`, `lembrete/${livre}`, 'lembrete/nenhum'],
      ].map((rest) => `/painel/envios/${rest}`),
      'painel.envios.fim.$tipo': ['/painel/envios/fim/lembrete'],
      'painel.envios.texto.$tipo': ['pessoal', 'relance', 'mudanca', 'certificado'].map(
        (tipo) => `/painel/envios/texto/${tipo}`,
      ),
      'painel.empresas._index': ['/painel/empresas'],
      'painel.empresas.$empresaid': [tables],
      'painel.empresas.$empresaid_.dados': [`${tables}/dados`],
      'painel.empresas.nova': ['/painel/empresas/nova'],
      'painel.equipe': ['/painel/equipe'],
      'painel.$': ['/painel/nada/aqui'],
      'painel.ajuda._index': ['/painel/ajuda'],
      'painel.ajuda.porta': ['/painel/ajuda/porta'],
      'painel.sair': ['/painel/sair'],
      'painel.porta': ['/painel/porta'],
      'painel.porta_.ensaio': ['/painel/porta/ensaio'],
      'painel.expurgo': ['/painel/expurgo'],
      'painel.historico': ['/painel/historico'],
      'painel.depois._index': ['/painel/depois'],
      'painel.depois.faltas': ['/painel/depois/faltas'],
      'painel.depois.folha': ['/painel/depois/folha'],
      'painel.listas._index': ['/painel/listas'],
      'painel.listas.certificados': [
        '/painel/listas/certificados',
        `/painel/listas/certificados?empresa=${ID}`,
      ],
      'painel.listas.entradas': ['/painel/listas/entradas', '/painel/listas/entradas?letra=W'],
      'painel.listas.etiquetas._index': ['/painel/listas/etiquetas?papel=outro'],
      'painel.listas.etiquetas.folhas': [
        '/painel/listas/etiquetas/folhas?papel=6180&qr=1',
        `/painel/listas/etiquetas/folhas?marcada=${now}`,
      ],
      'painel.listas.etiquetas.moldura': ['/painel/listas/etiquetas/moldura'],
      'painel.listas.mesas': ['/painel/listas/mesas'],
      'painel.listas.nomes': ['/painel/listas/nomes'],
      'painel.planilhas._index': ['/painel/planilhas'],
      'painel.planilhas.$planilhaid': [
        ...[`/painel/planilhas/${PLANILHA}`, '/painel/planilhas/gravando', '/painel/planilhas/gravada'],
        '/painel/planilhas/gravada?ver=recusadas',
      ],
      'painel.rajadas._index': ['/painel/rajadas'],
      'painel.rajadas.$origem': [`/painel/rajadas/${ORIGEM}?empresa=${ID}&de=0&ate=${now}`],
      'porta_.admitir.$token': [`/porta/admitir/${token}`],
      'equipe._index': ['/equipe'],
      'equipe.$codigo': ['/equipe/2345-6789'],
    },
    async stop() {
      await server.stop()
      removeDirectory(directory)
    },
  }
}

/** An event whose doors are open, with a long host's name. */
function anEveningOf(now: number) {
  const iso = (ms: number) => `${new Date(ms - 3 * HOUR).toISOString().slice(0, 19)}-03:00`
  return {
    anfitriao: 'Associação dos Produtores e Criadores de Gado Zebu do Triângulo Mineiro e Alto Paranaíba',
    ocasiao: 'Cerimônia de encerramento e confraternização dos 125 anos',
    titulo: 'Sustentabilidade, sucessão familiar e o futuro do cooperativismo agropecuário',
    inicio: iso(now - HOUR),
    fim: iso(now + 6 * HOUR),
    local: 'Centro de Convenções e Eventos Governador José Sarney Filho',
    cidade: 'São José do Vale do Rio Preto do Norte',
    contato: `${'w'.repeat(60)}@exemplo.example`,
    diasAteApagar: 30,
  }
}
