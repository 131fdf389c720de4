import type { Services } from './composition.ts'
import { CLI } from './domain/historico.ts'
import { parseEmpresaid, adviceOn, unreachableIn } from './domain/empresaid.ts'
import { dayWithHour, isClosedAt } from './domain/quando.ts'
import type { EmpresaRepo } from './domain/empresa-repo.ts'
import { printable } from './domain/text.ts'
import { inviteAtStart } from './use-cases/equipe.ts'

const LINKS_MAX = 6

type Listing = Awaited<ReturnType<EmpresaRepo['list']>>

/**
 * Announces that the server listens: a line in the log and, on the terminal, the banner of a demonstration
 * with links to open, or in production the organiser's link until a browser is paired by it.
 */
export async function announce(services: Services, port: number): Promise<void> {
  const { config, empresas, gravado, closesAt, now, log } = services
  log.info(
    { port, storage: config.storage.kind, demonstration: config.isDemonstration, ...services.version },
    'listening',
  )
  const isClosed = isClosedAt(services, now())
  if (!gravado) log.warn('no event is described yet: the board of the organisation asks for it')
  else if (isClosed) log.warn({ since: new Date(closesAt).toISOString() }, 'registrations are closed')
  if (!config.isDemonstration) return tellOrganiser(services)
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  const data = config.storage.kind === 'memory' ? null : locationOf(config.storage)
  const listing = await empresas.list(now())
  process.stdout.write(
    demonstrationBanner(
      `http://${host}:${port}`,
      data,
      listing,
      noticesOf(services, isClosed),
      await inviteAtStart(services, services.autorOf(CLI), true),
      await firstMesa(services, listing),
    ),
  )
}

/**
 * The link that pairs the first organiser. It never goes to the log. When the log is quiet, as for a release
 * that is tried on a copy of the database (`deploy/release.sh`), no link is printed.
 */
async function tellOrganiser(services: Services): Promise<void> {
  const { config, log, autorOf } = services
  if (config.publicOrigin === null || !log.isLevelEnabled('info')) return
  const code = await inviteAtStart(services, autorOf(CLI), false)
  if (code !== null) process.stdout.write(organiserLink(`${config.publicOrigin}/equipe/${code}`))
}

const organiserLink = (link: string) => `
  ${link}
  O link abre o painel da organização em um navegador: serve uma vez e vale por 30 minutos, e o próximo início mostra outro.

`

async function firstMesa({ mesas, mesaTokenOf }: Services, { empresas }: Listing) {
  const first = empresas.find(({ empresa }) => parseEmpresaid(empresa.empresaid) !== null)
  if (!first) return null
  const { empresaid, nome } = first.empresa
  return { nome, token: mesaTokenOf(await mesas.find(empresaid)) }
}

function noticesOf({ config, closesAt }: Services, isClosed: boolean): string[] {
  const { evento, yearsLater } = config
  if (isClosed) return [`As inscrições se encerraram em ${dayWithHour(evento.fim, closesAt)}.`]
  if (yearsLater === 0) return []
  const years = yearsLater === 1 ? '1 ano' : `${yearsLater} anos`
  return [`O evento de exemplo já passou: é mostrado ${years} depois, em ${dayWithHour(evento.inicio)}.`]
}

function locationOf(storage: Exclude<Services['config']['storage'], { kind: 'memory' }>): string {
  return storage.kind === 'sqlite' ? storage.path : 'emulador do Firebase'
}

/**
 * The banner a demonstration prints at start: that it is one, and where to click.
 * @param data where registrations are kept, or null when in memory only
 * @param code pairs the first browser of the team; null when none can be paired
 * @param mesa opens the panel of a company's holder; null when there is no company
 */
export function demonstrationBanner(
  origin: string,
  data: string | null,
  listing: Listing,
  notices: string[] = [],
  code: string | null = null,
  mesa: { nome: string; token: string } | null = null,
): string {
  const unreachable = unreachableIn(listing)
  const links = listing.empresas
    .filter(({ empresa }) => !unreachable.includes(empresa.empresaid))
    .slice(0, LINKS_MAX)
    .map(
      ({ empresa, left }) =>
        `    ${origin}/${empresa.empresaid}   ${printable(empresa.nome)}: ${left} convite(s)`,
    )
  const where = data === null ? 'só na memória, até parar' : `em ${data}, só neste computador`
  return [
    '',
    '  MODO DE DEMONSTRAÇÃO',
    `  Os cadastros ficam ${where}. Para usar em produção, veja o README.`,
    ...notices.map((notice) => `  ${notice}`),
    '',
    ...(code === null
      ? []
      : [`    ${origin}/equipe/${code}   o painel da organização (serve uma vez e vale por 30 minutos)`, '']),
    `    ${origin}/   o convite`,
    `    ${origin}/item   convites da empresa`,
    ...links,
    ...(mesa === null
      ? []
      : [`    ${origin}/mesa/${mesa.token}   o painel de quem cuida da mesa ${printable(mesa.nome)}`]),
    '',
    ...unreachable.flatMap((empresaid) => [`  ${printable(adviceOn(empresaid))}`, '']),
    '  Ctrl+C para parar.',
    '',
    '',
  ].join('\n')
}
