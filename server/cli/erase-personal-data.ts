import { CLI } from '../domain/historico.ts'
import { clearAvips, eraseGuests, surveyErasure } from '../use-cases/erase-guests.ts'
import { readArguments, withUsage } from './arguments.ts'
import { EXIT, refuse, type Command, type Cli } from './cli.ts'
import { prazoOf } from './prazo.ts'
import { refusedSentence } from './refused-avips.ts'
import { countOf } from './table.ts'

const USAGE = `Uso:
  npm run expurgo
      Diz o que seria apagado e quando é o prazo. Não apaga nada.
  npm run expurgo -- --confirmar [--antes-do-prazo]
      Apaga para sempre os dados pessoais de todos os convidados; as contagens de convites ficam.
      Antes do prazo, só com --antes-do-prazo.`

const OPTIONS = { confirmar: { type: 'boolean' }, 'antes-do-prazo': { type: 'boolean' } } as const

/** `expurgo [--confirmar] [--antes-do-prazo]`: says what it would erase unless told to erase it. */
export const eraseCommand: Command = withUsage(USAGE, async (cli, args) => {
  const parsed = readArguments({ args, options: OPTIONS })
  if (!parsed) return EXIT.usage
  return parsed.values.confirmar ? erase(cli, parsed.values['antes-do-prazo'] === true) : rehearse(cli)
})

async function rehearse({ services, out }: Cli) {
  const { isDue, credenciais, chaves, empresas, reservas } = await surveyErasure(services)
  out(`Prazo: ${prazoOf(services)}${isDue ? '. Já chegou.' : '. Ainda não chegou.'}`)
  out(
    `A apagar: ${countOf(credenciais, 'credencial', 'credenciais')}, ${countOf(chaves, 'chave', 'chaves')} ` +
      'e todos os registros da portaria.',
  )
  out(
    `Ficam: ${countOf(empresas, 'empresa', 'empresas')} e ${countOf(reservas, 'reserva', 'reservas')}, ` +
      'com as contagens de convites.',
  )
  out(`Nada foi apagado. Para apagar: npm run expurgo -- --confirmar${isDue ? '' : ' --antes-do-prazo'}`)
  return EXIT.done
}

async function erase({ services, out, err, progress, signal }: Cli, isEarlyAllowed: boolean) {
  const { step, end } = progress('Apagando credencial')
  const erasure = await eraseGuests(services, isEarlyAllowed, services.autorOf(CLI), (done, total) => {
    step(done, total)
    signal.throwIfAborted()
  }).finally(end)
  if (erasure.kind === 'too-early')
    return refuse(
      err,
      `Nada foi apagado: o prazo é ${prazoOf(services)}, e ainda não chegou. ` +
        'Para apagar mesmo assim, acrescente --antes-do-prazo.',
    )
  out(
    `${countOf(erasure.erased, 'credencial apagada', 'credenciais apagadas')}. As contagens de convites ficaram.`,
  )
  out('Apague também as planilhas exportadas e as cópias de segurança: elas guardam os mesmos dados.')
  const { due, refused } = await clearAvips(services)
  if (due > 0) {
    err(
      `${countOf(due, 'registro da portaria ainda falta', 'registros da portaria ainda faltam')} apagar. ` +
        'Rode de novo daqui a pouco.',
    )
  }
  if (refused.length > 0) err(`${refusedSentence(refused)} Apague à mão no Realtime Database, em avip.`)
  return due + refused.length > 0 ? EXIT.refused : EXIT.done
}
