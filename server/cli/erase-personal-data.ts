import type { Services } from '../composition.ts'
import type { ErasureLeft } from '../domain/backups.ts'
import type { ErasureAsked } from '../domain/credencial-repo.ts'
import { CLI } from '../domain/historico.ts'
import { dayWithHour } from '../domain/quando.ts'
import { clearAvips, eraseConvidados, surveyErasure } from '../use-cases/erase-convidados.ts'
import { countOf, EXIT, refuse, refusedSentence, withOptions, withUsage, type Cli } from './cli.ts'

/** When personal data has to be erased: `16 de outubro de 2027, 22h (30 dias depois do evento)`. */
export function prazoOf({
  config,
  gravado,
  eraseAt,
}: Pick<Services, 'config' | 'gravado' | 'eraseAt'>): string {
  if (gravado === null) return 'nenhum, pois não há evento descrito'
  const { fim, diasAteApagar } = config.evento
  return `${dayWithHour(fim, eraseAt)} (${countOf(diasAteApagar, 'dia', 'dias')} depois do evento)`
}

const USAGE = `Uso:
  npm run expurgo
      Diz o que seria apagado e quando é o prazo. Não apaga nada.
  npm run expurgo -- --confirmar [--antes-do-prazo] [--contatos]
      Apaga para sempre os dados pessoais de todos os convidados; as contagens de convites ficam.
      Antes do prazo, só com --antes-do-prazo. Com --contatos apaga também o responsável, o WhatsApp dele e o
      solicitante das empresas, e o CPF de quem não tem CNPJ.`

const OPTIONS = {
  confirmar: { type: 'boolean' },
  'antes-do-prazo': { type: 'boolean' },
  contatos: { type: 'boolean' },
} as const

/** `expurgo [--confirmar] [--antes-do-prazo] [--contatos]`: says what it would erase unless confirmed. */
export const eraseCommand = withUsage(
  USAGE,
  withOptions(OPTIONS, async (cli, { confirmar, 'antes-do-prazo': antes = false, contatos = false }) =>
    confirmar ? erase(cli, { isEarlyAllowed: antes, areContactsErased: contatos }) : rehearse(cli),
  ),
)

async function rehearse({ services, out }: Cli) {
  const { isDue, pessoal, fica } = await surveyErasure(services)
  const { convidados, chaves, contatos } = pessoal
  const said = services.gravado === null ? '.' : isDue ? '. Já chegou.' : '. Ainda não chegou.'
  out(`Prazo: ${prazoOf(services)}${said}`)
  out(
    `A apagar: ${countOf(convidados, 'credencial', 'credenciais')}, ${countOf(chaves, 'chave', 'chaves')} ` +
      'e todos os registros da portaria.',
  )
  const beside = BESIDE.filter(([field]) => pessoal[field] > 0).map(([field, one, many]) => {
    return countOf(pessoal[field], one, many)
  })
  if (beside.length > 0) out(`Também: ${beside.join(', ')}.`)
  out(
    `Ficam: ${countOf(fica.empresas, 'empresa', 'empresas')} e ${countOf(fica.reservas, 'reserva', 'reservas')}, ` +
      'com as contagens de convites.',
  )
  if (contatos > 0) out(`Contatos de ${countOf(contatos, 'empresa', 'empresas')}: só com --contatos.`)
  out(`Nada foi apagado. Para apagar: npm run expurgo -- --confirmar${isDue ? '' : ' --antes-do-prazo'}`)
  return EXIT.done
}

/** Erased things other than guests, each in its words for one and for more. */
const BESIDE = [
  ['rotulos', 'nome de convite pessoal', 'nomes de convites pessoais'],
  ['anotados', 'anotação da porta', 'anotações da porta'],
  ['nomes', 'nome da equipe', 'nomes da equipe'],
  ['envios', 'registro de mensagem ou etiqueta', 'registros de mensagens ou etiquetas'],
  ['planilhas', 'planilha enviada', 'planilhas enviadas'],
] as const

async function erase({ services, out, err, progress, signal }: Cli, asked: ErasureAsked) {
  const { contatos } = await services.credenciais.countPersonalData()
  const { step, end } = progress('Apagando credencial')
  const erasure = await eraseConvidados(services, asked, services.autorOf(CLI), (done, total) => {
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
  if (contatos > 0) {
    const of = countOf(contatos, 'empresa', 'empresas')
    const how = 'para apagá-los, acrescente --contatos.'
    out(asked.areContactsErased ? `Contatos de ${of} apagados.` : `Contatos de ${of} ficaram: ${how}`)
  }
  const { copies } = erasure
  if (copies !== null)
    out(`${countOf(copies, 'cópia de segurança apagada', 'cópias de segurança apagadas')}.`)
  const elsewhere = copies === null ? 'as cópias de segurança' : 'as cópias levadas para outro lugar'
  out(`Apague também as planilhas exportadas e ${elsewhere}: elas guardam os mesmos dados.`)
  const { due, refused } = await clearAvips(services)
  if (erasure.left.length > 0)
    err(`Ainda falta ${erasure.left.map((one) => LEFT[one]).join('; ')}. ${MADE_GOOD}`)
  if (due > 0) {
    err(
      `${countOf(due, 'registro da portaria ainda falta', 'registros da portaria ainda faltam')} apagar. ` +
        'Rode de novo daqui a pouco.',
    )
  }
  if (refused.length > 0) err(`${refusedSentence(refused)} Apague à mão no Realtime Database, em avip.`)
  return due + refused.length + erasure.left.length > 0 ? EXIT.refused : EXIT.done
}

const LEFT: Record<ErasureLeft, string> = {
  bytes: 'sobrescrever nos arquivos do banco o que foi apagado',
  copies: 'apagar cópias de segurança de antes',
  note: 'gravar expurgo.json na pasta das cópias',
}
const MADE_GOOD = 'Libere espaço no disco: o servidor, ou npm run manutencao, termina sozinho.'
