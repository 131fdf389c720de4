import { readArguments, withUsage } from './arguments.ts'
import { EXIT, type Act } from './cli.ts'
import { prazoOf } from './prazo.ts'
import { countOf } from './table.ts'

const USAGE = `Uso:
  npm run manutencao

Devolve às empresas os convites cuja reserva terminou e atualiza os registros da portaria que faltam.
O servidor faz isso sozinho enquanto está no ar. Diz também quando os dados pessoais devem ser apagados.`

/**
 * `manutencao`: releases ended holds and mirrors due avips, once, and says when personal data has to be erased. Refused
 * while avips remain due.
 */
export const maintain: Act = withUsage(USAGE, async ({ services, out, err }, args) => {
  if (!readArguments({ args })) return EXIT.usage
  const { released, mirrored, due } = await services.maintain()
  const isOverdue = await services.isErasureDue()
  out(`${countOf(released, 'convite devolvido', 'convites devolvidos')} de reservas terminadas.`)
  out(`${countOf(mirrored, 'registro da portaria atualizado', 'registros da portaria atualizados')}.`)
  out(`Prazo do expurgo: ${prazoOf(services)}.`)
  if (isOverdue) err('O prazo do expurgo chegou, e ainda há convidados guardados: rode npm run expurgo.')
  if (due === 0) return EXIT.done
  err(`${countOf(due, 'registro ainda falta', 'registros ainda faltam')}. Rode de novo daqui a pouco.`)
  return EXIT.refused
})
