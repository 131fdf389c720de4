import { csvOf } from '../../server/planilhas/csv-output.ts'
import type { Services } from '../../server/composition.ts'
import type { NumerosDaMesa } from '../../server/domain/mesa.ts'
import { recordExport } from '../../server/use-cases/exports.ts'
import { withErrorPage } from '~/shared/failure.server'
import { NO_STORE } from '~/shared/remix.server'
import { autorOfMesa, mesaOf, readMesa, type MesaAberta } from './mesa.server.ts'
import { headOf, lugarOf, rotuloOf } from './panel.server.ts'
import { countOf } from '~/shared/words'

/** The list of a table: its occupants, then the invited who have not registered. */
export async function listaShown(aberta: MesaAberta, services: Services) {
  const shown = await readMesa(aberta, services)
  const sentados = shown.convidados.map((convidado) => {
    const { credencialid, nome, hasArrived, estado } = lugarOf(convidado, services)
    return { id: credencialid, nome, hasArrived, state: estado }
  })
  const convidados = shown.convites.flatMap(({ codigo, rotulo, estado }) =>
    estado === 'novo'
      ? [{ id: codigo, nome: rotuloOf(rotulo), hasArrived: false, state: 'convite pessoal, sem cadastro' }]
      : [],
  )
  return {
    ...headOf(shown.nome, services),
    path: aberta.path,
    numero: shown.numero,
    lines: [...sentados, ...convidados],
    summary: summaryOf(shown.numeros),
  }
}

/** The list as a spreadsheet, sent once the history tells of it. */
export async function listaResponse(token: string | undefined, services: Services): Promise<Response> {
  const aberta = await mesaOf(token, services)
  const { lines } = await listaShown(aberta, services)
  const rows = lines.map(({ nome, state }) => ({ nome, situacao: state }))
  const fileOf = (some: AsyncIterable<(typeof rows)[number]>) => csvOf(['nome', 'situacao'], some)
  const autor = autorOfMesa(aberta, services)
  const whole = recordExport(services, rows, fileOf, 'exportou-mesa', autor, aberta.empresaid)
  return new Response(await withErrorPage(services, whole), {
    headers: {
      ...NO_STORE,
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="mesa.csv"',
    },
  })
}

/** `12 convites: 6 confirmados (2 chegaram), 1 em preenchimento, 2 pessoais novos, 3 livres.` */
function summaryOf(numeros: NumerosDaMesa): string {
  const { total, confirmados, chegaram, preenchendo, guardados, novos, outros, livres } = numeros
  const parts = [
    `${countOf(confirmados, 'confirmado', 'confirmados')} (${countOf(chegaram, 'chegou', 'chegaram')})`,
    `${preenchendo} em preenchimento`,
    ...(guardados > 0 ? [countOf(guardados, 'guardado', 'guardados')] : []),
    countOf(novos, 'pessoal novo', 'pessoais novos'),
    ...(outros > 0 ? [`${outros} sem ocupante`] : []),
    countOf(livres, 'livre', 'livres'),
  ]
  return `${countOf(total, 'convite', 'convites')}: ${parts.join(', ')}.`
}
