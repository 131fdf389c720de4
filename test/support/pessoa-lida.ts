import { readPessoa } from '../../server/domain/pessoa-escrita.ts'
import type { Respostas } from '../../server/domain/pergunta.ts'

const LABELS: Record<string, string> = { telefone: 'WhatsApp', acompanhantes: 'Acompanhantes' }
export const labelOf = (field: string) => LABELS[field] ?? field

/** Who enters, with what differs from the plainest guest; then the questions and the notices. */
export function read(
  cells: Record<string, string>,
  said: Respostas = {},
  ddd: string | null = null,
): string[] {
  const row = readPessoa(cells, said, { labelOf, ddd })
  if (row.kind === 'recusada') return row.problems.map((problem) => `recusada: ${problem}`)
  const pessoas = row.rows.map(({ cadastro, nota, lugares, empresaid, empresa }) => {
    const { nome, telefone, email } = cadastro
    const more = [telefone, email, lugares === 1 ? '' : `${lugares} lugares`, empresaid ?? '', empresa, nota]
    return [nome, ...more.filter((one) => one !== '')].join(' | ')
  })
  return [
    ...pessoas,
    ...row.perguntas.map(({ id, respostas }) => `? ${id}: ${respostas.map((one) => one.rotulo).join(' / ')}`),
    ...row.avisos.map((aviso) => `! ${aviso}`),
  ]
}

export const ofNome = (nome: string, said?: Respostas) => read({ nome }, said)
export const ofTelefone = (telefone: string, ddd?: string) => read({ nome: 'Ana', telefone }, {}, ddd ?? null)
