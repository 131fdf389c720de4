import type { Anulacao, Leitura } from '../shown.ts'

/** A message that is no verdict and is read aloud too. */
export interface Recado {
  palavra: string
  texto: string
  nome: string
  /** Until the next code or a touch: it must not be missed. */
  stays: boolean
}

const recado = (palavra: string, texto: string, stays = false): Recado => ({
  palavra,
  texto,
  nome: '',
  stays,
})

const NAO_GUARDOU = recado(
  'NÃO FOI GUARDADO',
  'Este celular não está guardando dados. Anote o nome no papel e leve o celular à organização.',
  true,
)

/** What is said of a reading that decided nothing. */
export function recadoOfLeitura(kind: Exclude<Leitura['kind'], 'lida' | 'mesmo' | 'varios'>): Recado {
  switch (kind) {
    case 'nao-e-codigo':
      return recado('CONFIRA O CÓDIGO', 'São 8 letras e números, embaixo do QR.')
    case 'sem-lista':
      return recado('SEM LISTA', 'A lista ainda não chegou a este celular. Chegue mais perto da rede.')
    case 'nao-guardou':
      return NAO_GUARDOU
    default:
      return kind satisfies never
  }
}

/** What was read in the one world is not shown in the other. */
export function recadoOfMundo(isOfEnsaio: boolean): Recado {
  return isOfEnsaio
    ? recado('O ENSAIO ACABOU', 'A última leitura era dele: nada se gravou. Leia de novo.')
    : recado('O ENSAIO COMEÇOU', 'A última leitura foi antes dele, e vale.')
}

export function recadoOfAnulacao(kind: Anulacao['kind'], nome: string, isEnsaio: boolean): Recado {
  switch (kind) {
    case 'anulada':
      return isEnsaio
        ? { ...recado('SERIA DESFEITA', 'O convite valeria de novo.'), nome }
        : { ...recado('ENTRADA DESFEITA', 'O convite vale de novo.'), nome }
    case 'tarde':
      return recado('JÁ NÃO SE DESFAZ AQUI', 'Passaram dois minutos: peça à organização.')
    case 'nao-e-daqui':
      return recado('JÁ NÃO SE DESFAZ AQUI', 'A entrada já foi desfeita, ou é de outro celular.')
    case 'nao-guardou':
      return NAO_GUARDOU
    default:
      return kind satisfies never
  }
}
