import { isErasureDayAt } from '../domain/terms.ts'
import { readArguments, withUsage } from './arguments.ts'
import { EXIT, type Act, type Cli } from './cli.ts'
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

/**
 * `expurgo [--confirmar] [--antes-do-prazo]`: erases every guest everywhere once the event's term is over. Says what it
 * would do unless told to do it; refused before the term, and while VIP records remain to be cleared.
 */
export const erasePersonalData: Act = withUsage(USAGE, async (cli, args) => {
  const parsed = readArguments({ args, options: OPTIONS })
  if (!parsed) return EXIT.usage
  const isEarly = !isErasureDayAt(cli.services, cli.services.now())
  if (parsed.values.confirmar !== true) return rehearse(cli, isEarly)
  if (isEarly && parsed.values['antes-do-prazo'] !== true) {
    cli.err(
      `Nada foi apagado: o prazo é ${prazoOf(cli.services)}, e ainda não chegou. ` +
        'Para apagar mesmo assim, acrescente --antes-do-prazo.',
    )
    return EXIT.refused
  }
  return erase(cli)
})

async function rehearse({ services, out }: Cli, isEarly: boolean) {
  const { credenciais, chaves, empresas, reservas } = await services.transfer.count()
  out(`Prazo: ${prazoOf(services)}${isEarly ? '. Ainda não chegou.' : '. Já chegou.'}`)
  out(
    `A apagar: ${countOf(credenciais, 'credencial', 'credenciais')}, ${countOf(chaves, 'chave', 'chaves')} ` +
      'e todos os registros da portaria.',
  )
  out(
    `Ficam: ${countOf(empresas, 'empresa', 'empresas')} e ${countOf(reservas, 'reserva', 'reservas')}, ` +
      'com as contagens de convites.',
  )
  const flags = isEarly ? '--confirmar --antes-do-prazo' : '--confirmar'
  out(`Nada foi apagado. Para apagar: npm run expurgo -- ${flags}`)
  return EXIT.done
}

async function erase({ services, out, err, progress, signal }: Cli) {
  const { credenciais: total } = await services.transfer.count()
  const { step, end } = progress('Apagando credencial')
  try {
    const erased = await services.credenciais.erasePersonalData((done) => {
      step(done, total)
      // What is done is done, and the next run goes on from here.
      signal.throwIfAborted()
    })
    out(`${countOf(erased, 'credencial apagada', 'credenciais apagadas')}. As contagens de convites ficaram.`)
  } finally {
    end()
  }
  const { due } = await services.credenciais.mirrorDueAvips(services.now())
  out('Apague também as planilhas exportadas e as cópias de segurança: elas guardam os mesmos dados.')
  const refused = await services.credenciais.findRefusedAvips()
  if (due > 0) {
    err(
      `${countOf(due, 'registro da portaria ainda falta', 'registros da portaria ainda faltam')} apagar. ` +
        'Rode de novo daqui a pouco.',
    )
  }
  if (refused.length > 0) err(`${refusedSentence(refused)} Apague à mão no Realtime Database, em avip.`)
  return due + refused.length > 0 ? EXIT.refused : EXIT.done
}
