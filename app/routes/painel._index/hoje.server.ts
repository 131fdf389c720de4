import type { Services } from '../../../server/composition.ts'
import { funilOf } from '../../../server/domain/funil.ts'
import { faseOf, offsetOf, quandoOf } from '../../../server/domain/quando.ts'
import { isParada, painelMovement } from '../../../server/use-cases/painel-readings.ts'
import type { Parada } from '../../../server/use-cases/tarefas.ts'
import { empresaHref } from '~/painel/convidado-told'
import { envioHref } from '~/painel/envios/filas'
import { numerosOf } from '~/painel/inicio.server'
import { backupsShown } from '~/shared/backups.server'
import { isCancelado, isErasureDay } from '~/shared/closing.server'
import { mensagemFor } from '~/shared/envios.server'
import { dayOf, doneAt, todayTold } from '~/shared/event-clock'
import { countOf, dotted, whenAt } from '~/shared/words'
import { nextTold, tarefasShown } from './tarefas.server.ts'

/** How many companies that have not begun the page names. */
const PARADAS_MAX = 5

/** Everything the board's first page shows. @throws StorageError */
export async function hojeShown(services: Services, request: Request) {
  const { config, painelReadings } = services
  const { inicio, titulo } = config.evento
  const now = services.now()
  const [counted, numeros, shown, { empresas, broken, unreachable }, movement] = await Promise.all([
    services.esperas(),
    painelReadings.numeros(),
    numerosOf(services),
    painelReadings.empresas(),
    painelMovement({ ...services, ...painelReadings }, config.evento),
  ])
  // What was counted may be a moment old; the event begins and ends at its own.
  const fase = faseOf(config.evento, now)
  const esperas = { ...counted, fase }
  const { dia, mes } = quandoOf(inicio, services.eraseAt)
  const contexto = {
    inicio,
    now,
    isCancelado: isCancelado(services),
    expurgo: { dia: `${dia} de ${mes}`, isDue: isErasureDay(services) },
  }
  const { paradas, quantos } = esperas
  const { convidados } = funilOf(numeros)
  const begun = empresas.filter((empresa) => !isParada(empresa)).length
  const tarefas = tarefasShown(esperas, contexto)
  // Arrivals come first on the day; what waits is beside them.
  const isArriving = fase === 'dia' && !contexto.isCancelado && convidados > 0
  const [primeira = null, ...outras] = isArriving ? [null, ...tarefas.slice(0, 5)] : tarefas
  return {
    fase,
    isArriving,
    isFirstDay: empresas.length + broken.length + convidados === 0 && fase !== 'depois',
    hasConvidados: convidados > 0,
    kicker: kickerOf(services),
    evento: dotted(titulo, whenAt(inicio)),
    primeira,
    outras: outras.flatMap((one) => one ?? []),
    proxima: nextTold(esperas, inicio),
    exemplo: primeira?.tarefa === 'convites' ? await exampleOf(services, request) : null,
    livres: numeros.livres,
    numeros: shown,
    onde: begun === 0 ? '' : `em ${countOf(begun, 'empresa', 'empresas')}`,
    movement,
    paradas:
      fase === 'antes' || fase === 'vespera'
        ? paradas.slice(0, PARADAS_MAX).map(paradaShown(inicio, now))
        : [],
    maisParadas: quantos.links + quantos.paradas - PARADAS_MAX,
    inicio,
    now,
    asOf: now - (await services.painel.age()),
    utcOffset: offsetOf(inicio),
    broken: broken.map(({ empresaid }) => empresaid),
    unreachable,
    copias: backupsShown(services),
  }
}

/** The words with which the first message begins. */
async function exampleOf(services: Services, request: Request): Promise<string | null> {
  const { convite } = await services.esperas()
  if (!convite) return null
  const { saudacao, abertura } = mensagemFor(convite, await services.envios.listTextos(), request, services)
  return `${saudacao} ${abertura}`
}

/** `Quinta-feira, 26 de agosto · faltam 21 dias`; on the day, how soon it begins. */
function kickerOf({ config, now: clock }: Services): string {
  const { inicio, fim } = config.evento
  const now = clock()
  const minutes = Math.ceil((Date.parse(inicio) - now) / 60_000)
  const isToday = dayOf(inicio, Date.parse(inicio)) === dayOf(inicio, now)
  if (!isToday || now >= Date.parse(fim)) return todayTold(config.evento, now)
  const { dia, mes, hora } = quandoOf(inicio)
  const soon = minutes <= 0 ? `começou às ${hora}` : `começa em ${countOf(minutes, 'minuto', 'minutos')}`
  return dotted(`Hoje, ${dia} de ${mes}`, minutes > 120 ? `começa às ${hora}` : soon)
}

const UNSENT = {
  'por-enviar': { dito: 'link não enviado', ato: 'Enviar link' },
  'sem-numero': { dito: 'sem WhatsApp', ato: 'Anotar número' },
}

/** A company that has not begun, what is known of its link, and the one act that helps. */
const paradaShown =
  (inicio: string, now: number) =>
  ({ empresaid, nome, contato, total, link }: Parada) => {
    const told =
      link.kind === 'enviado'
        ? { dito: `link enviado ${doneAt(inicio, link.em, now)}`, ato: 'Avisar' }
        : UNSENT[link.kind]
    const href = link.kind === 'sem-numero' ? empresaHref(empresaid, '/dados') : envioHref('mesa', empresaid)
    const said = [countOf(total, 'convite', 'convites'), contato, told.dito].filter((one) => one !== '')
    return { empresaid, nome, dito: said.join(' · '), ato: told.ato, href }
  }
