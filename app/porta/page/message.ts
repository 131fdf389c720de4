import type { AnnulOutcome, ReadOutcome } from '../shown.ts'

/** A message that is no verdict and is read aloud too. */
export interface Message {
  headline: string
  text: string
  nome: string
  /** Until the next code or a touch: it must not be missed. */
  stays: boolean
}

const message = (headline: string, text: string, stays = false): Message => ({
  headline,
  text,
  nome: '',
  stays,
})

const NOT_STORED = message(
  'NÃO FOI GUARDADO',
  'Este celular não está guardando dados. Anote o nome no papel e leve o celular à organização.',
  true,
)

/** What is said of a reading that decided nothing. */
export function messageOfReading(kind: Exclude<ReadOutcome['kind'], 'read' | 'same' | 'several'>): Message {
  switch (kind) {
    case 'not-a-code':
      return message('CONFIRA O CÓDIGO', 'São 8 letras e números, embaixo do QR.')
    case 'no-list':
      return message('SEM LISTA', 'A lista ainda não chegou a este celular. Chegue mais perto da rede.')
    case 'not-stored':
      return NOT_STORED
    default:
      return kind satisfies never
  }
}

/** What was read in the one world is not shown in the other. */
export function messageOfOtherWorld(isOfEnsaio: boolean): Message {
  return isOfEnsaio
    ? message('O ENSAIO ACABOU', 'A última leitura era dele: nada se gravou. Leia de novo.')
    : message('O ENSAIO COMEÇOU', 'A última leitura foi antes dele, e vale.')
}

export function messageOfAnnulment(kind: AnnulOutcome['kind'], nome: string, isEnsaio: boolean): Message {
  switch (kind) {
    case 'annulled':
      return isEnsaio
        ? { ...message('SERIA DESFEITA', 'O convite valeria de novo.'), nome }
        : { ...message('ENTRADA DESFEITA', 'O convite vale de novo.'), nome }
    case 'late':
      return message('JÁ NÃO SE DESFAZ AQUI', 'Passaram dois minutos: peça à organização.')
    case 'not-from-here':
      return message('JÁ NÃO SE DESFAZ AQUI', 'A entrada já foi desfeita, ou é de outro celular.')
    case 'not-stored':
      return NOT_STORED
    default:
      return kind satisfies never
  }
}
