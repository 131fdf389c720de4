import { restoreStorage, type Restoration } from '../open-storage.ts'
import { readConfig, type Config } from '../config.ts'
import { dayWithHour } from '../domain/quando.ts'
import { printable } from '../domain/text.ts'
import { countOf, EXIT, refuse, starting, withOne, withUsage, type Exit } from './cli.ts'
import type { Console } from './run.ts'

const USAGE = `Uso:
  npm run restaurar -- ARQUIVO [--danificado]
      Põe uma cópia de segurança no lugar do banco de dados. Antes, pare o servidor. O banco de agora fica guardado ao
      lado, e a cópia fica onde está. Quem foi apagado depois da cópia não volta.
      --danificado troca um banco que não se consegue ler: só com o servidor parado.`

const OPTIONS = { danificado: { type: 'boolean' } } as const

/** `restaurar ARQUIVO`: replaces the database with a copy, and says what that means (decision 0030). */
export const restoreCommand = withUsage(
  USAGE,
  withOne(OPTIONS, async ({ out, err }: Pick<Console, 'out' | 'err'>, file, { danificado = false }) => {
    const config = await starting(() => readConfig(process.env))
    const restoration = await restoreStorage(config, file, danificado)
    if (restoration === null) return refuse(err, 'Só o banco do STORAGE=sqlite se restaura assim.')
    return restoration.kind === 'restored'
      ? tell(out, config, restoration)
      : refuse(err, refusalOf(restoration, printable(file)), 'Nada mudou.')
  }),
)

type Restored = Extract<Restoration, { kind: 'restored' }>

function refusalOf(refused: Exclude<Restoration, Restored>, file: string): string {
  switch (refused.kind) {
    case 'not-found':
      return `Não há o arquivo ${file}.`
    case 'not-a-file':
      return `${file} é uma pasta, ou não se deixa ler (${refused.problem}): diga o arquivo da cópia.`
    case 'note-unreadable':
      return (
        `${printable(refused.path)}, que diz quando os dados foram apagados, não se consegue ler. Se o banco de agora ` +
        'abre, inicie o servidor: ele a escreve de novo. Se não, tire-a da pasta e repita; se houve expurgo, rode depois ' +
        'npm run expurgo.'
      )
    case 'no-room':
      return 'Não há espaço no disco do banco de dados: a restauração precisa de duas vezes o tamanho da cópia.'
    case 'not-a-copy':
      return `${file} não é uma cópia inteira deste sistema (${printable(refused.problem)}). Use outra.`
    case 'newer':
      return `${file} é de uma versão mais nova deste sistema (esquema ${refused.version}): atualize o sistema antes.`
    case 'older':
      return (
        `${printable(refused.path)} é de uma versão mais antiga deste sistema (esquema ${refused.version}): abra-o uma vez com ` +
        `a versão ${refused.through}, que o atualiza, e repita.`
      )
    case 'other-secret':
      return `${file} foi usado com outro CREDENCIAL_SECRET: ponha aquele, guardado com a cópia.`
    case 'in-use':
      return 'O banco de dados está aberto: pare o servidor, e o que roda comandos por hora marcada.'
    case 'damaged':
      return 'O banco de agora não se consegue ler. Com o servidor parado, repita com --danificado.'
    default:
      return refused satisfies never
  }
}

function tell(out: Console['out'], config: Config, restored: Restored): Exit {
  const { convidados, former, isErasureKnown, apagadoem, excluidos, juntados, isComeco } = restored
  const erased = apagadoem === null ? '' : dayWithHour(config.evento.inicio, apagadoem)
  const sentences = [
    `A cópia está no lugar, com ${countOf(convidados, 'convidado', 'convidados')}.`,
    former !== null && `O banco de antes ficou em ${printable(former)}.`,
    apagadoem !== null &&
      `Os dados foram apagados em ${erased}, depois da cópia: foram apagados nela também.`,
    excluidos > 0 &&
      `${countOf(excluidos, 'convidado excluído depois da cópia não voltou', 'convidados excluídos depois da cópia não voltaram')}.`,
    juntados > 0 &&
      `${countOf(juntados, 'convidado juntado a outro depois da cópia não voltou', 'convidados juntados a outros depois da cópia não voltaram')}.`,
    restored.isCorrected &&
      'O que foi corrigido, renovado, fechado ou revogado depois da cópia continua assim.',
    !isErasureKnown &&
      'Sem o banco de antes não se sabe quem foi apagado depois da cópia: se houve expurgo, rode npm run expurgo.',
    isComeco &&
      'Outro evento foi começado depois da cópia: o da cópia acabou nela também. Descreva o próximo em /painel/evento.',
    !isComeco &&
      restored.isEventoFormer &&
      'O evento voltou a ser o da cópia: confira data e lugar em /painel/evento.',
    'Os celulares da portaria recebem a lista inteira de novo, e reenviam as entradas que guardam.',
    'Agora inicie o servidor.',
  ]
  for (const sentence of sentences) if (sentence !== false) out(sentence)
  return EXIT.done
}
