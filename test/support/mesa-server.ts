import { join } from 'node:path'
import { compose } from '../../server/composition.ts'
import { readConfig } from '../../server/config.ts'
import { openSqlite } from '../../server/repos/sqlite/index.ts'
import { makeConvites } from '../../server/use-cases/convites-pessoais.ts'
import { EVENTO_POR_VIR } from './environment.ts'
import { aCadastro, anEmpresa, aClaim, anEntrada } from './factories.ts'
import { newDirectory, removeDirectory, startProcess } from './process.ts'
import { parseEmpresa } from '../../server/domain/empresa.ts'
import { registered } from './registered.ts'

/** The built server with tables in every state, and the links that open them. */
export type MesaServer = Awaited<ReturnType<typeof startMesas>>

const TABLES = [
  ['clara', 'Fazenda Santa Clara', 12],
  ['vazia', 'Fazenda Nova Esperança do Vale Dourado', 12],
  ['fechada', 'Fazenda Boa Vista', 60],
] as const

/** Stores the evening and starts the server on it. */
export async function startMesas() {
  const directory = newDirectory()
  const path = join(directory, 'convites.db')
  const config = readConfig({ SQLITE_PATH: path, EVENTO: EVENTO_POR_VIR, LOG_LEVEL: 'silent' })
  // Opened here, since the composition cannot load it by itself within Playwright.
  const services = await compose(config, { storage: await openSqlite(path), isSampleLoaded: false })
  const { transfer, convites, credenciais, desistencias, empresas, entradas, mesas, mesaTokenOf } = services
  const now = Date.now()
  await transfer.write(
    TABLES.map(([empresaid, nome, icredencial]) => {
      const stored = anEmpresa({ empresaid, nome, icredencial })
      return { kind: 'empresa', empresa: parseEmpresa(empresaid, stored) }
    }),
  )
  const autor = () => services.autorOf('mesa')
  const rotulos = 'Compadre Zé Bento\nDiretor comercial\nTia Lúcia\nPrimo Valdir'
  const made = await makeConvites(services, { empresaid: 'clara', rotulos, pedido: 'p'.repeat(22) }, autor())
  const [codigo = '', , tia = '', valdir = ''] = made.kind === 'created' ? made.codigos : []
  await convites.revoke(valdir, autor())

  const claimOf = (sid?: string) => aClaim('clara', { now, ...(sid !== undefined && { sid }) })
  let serial = 0
  const register = async (nome: string, codigo: string | null = null) => {
    const cadastro = aCadastro({ nome, telefone: '65987655432', email: '' })
    const request = { cadastro, claim: claimOf(), codigo, now: now + ++serial }
    return registered(credenciais, request)
  }
  const lucia = await register('LÚCIA HELENA BARRETO', tia)
  const antonio = await register('ANTÔNIO CARLOS FERREIRA')
  const credencialid = await register('DALVA REGINA MOREIRA')
  await register('JOSÉ MARIA DE ALBUQUERQUE CAVALCANTI NETO')
  for (const id of [lucia, antonio])
    await entradas.add([anEntrada(id, { lidaem: now, recebidaem: now, seq: ++serial })], null)
  let retirada = ''
  for (const empresaid of ['clara', null]) {
    retirada = await register(empresaid === null ? 'RUI LIMA' : 'RUI LEMOS')
    const request = { credencialid: retirada, empresaid, now, isClosed: false }
    await desistencias.withdraw(request, autor())
  }
  await empresas.claim(claimOf())
  await mesas.setFechada('fechada', true, autor())
  await services.close()

  const server = await startProcess('build/node/main.js', directory)
  const pathOf = (empresaid: string) => `/mesa/${mesaTokenOf({ empresaid, versao: 0 })}`
  return {
    url: server.url,
    /** From the evening: the code of a new personal invitation, and a guest who has not arrived. */
    codigo,
    credencialid,
    /** Guests' pages: personal invitations in their states, a credencial, and a withdrawn one. */
    convidados: {
      novo: `/clara/${codigo}`,
      usado: `/clara/${tia}`,
      revogado: `/clara/${valdir}`,
      credencial: `/c/${services.tokenOf(credencialid, 0)}`,
      retirada: `/c/${services.tokenOf(retirada, 0)}`,
    },
    /** Panels: an evening with twelve places, a table nobody was invited to, and one whose link is closed. */
    paths: { mesa: pathOf('clara'), vazia: pathOf('vazia'), fechada: pathOf('fechada') },
    async stop() {
      await server.stop()
      removeDirectory(directory)
    },
  }
}
