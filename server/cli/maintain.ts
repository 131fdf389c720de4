import { readArguments, withUsage } from './arguments.ts'
import { EXIT, type Act } from './cli.ts'
import { countOf } from './table.ts'

const USAGE = `Uso:
  npm run manutencao

Devolve às empresas os convites cuja reserva terminou e atualiza os registros da portaria que faltam.
O servidor faz isso sozinho enquanto está no ar.`

/** `manutencao`: releases ended holds and mirrors due avips, once. Refused while avips remain due. */
export const maintain: Act = withUsage(USAGE, async ({ services, out, err }, args) => {
  if (!readArguments({ args })) return EXIT.usage
  const { released, mirrored, due } = await services.maintain()
  out(`${countOf(released, 'convite devolvido', 'convites devolvidos')} de reservas terminadas.`)
  out(`${countOf(mirrored, 'registro da portaria atualizado', 'registros da portaria atualizados')}.`)
  if (due === 0) return EXIT.done
  err(`${countOf(due, 'registro ainda falta', 'registros ainda faltam')}. Rode de novo daqui a pouco.`)
  return EXIT.refused
})
