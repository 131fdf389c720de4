import type { Tipo } from '../../../server/domain/envio'

/** The queues, in the order of the desk's menu. */
export const FILAS = [
  {
    tipo: 'mudanca',
    nome: 'Mudança',
    texto: 'Texto da mudança',
    quem: 'Nome',
    onde: 'Empresa',
    dito: 'já sabem da mudança',
    vazia:
      'Ninguém a avisar de mudança. Se o evento mudar, quem já se confirmou ou já recebeu o convite entra nesta fila sozinho.',
  },
  {
    tipo: 'mesa',
    nome: 'Responsáveis',
    texto: 'Texto para os responsáveis',
    quem: 'Responsável',
    onde: 'Empresa',
    /** For the count of what was sent: `8 de 14 empresas já têm o link da mesa`. */
    dito: 'empresas já têm o link da mesa',
    vazia: 'Nenhuma empresa ainda. O painel de cada uma vai a quem responde por ela.',
  },
  {
    tipo: 'pessoal',
    nome: 'Convites',
    texto: 'Texto do convite',
    quem: 'Nome no convite',
    onde: 'Mesa',
    dito: 'convites já foram',
    vazia: 'Nenhum convite por enviar. Quem você convidar entra aqui sozinho.',
  },
  {
    tipo: 'relance',
    nome: 'Lembrar quem não respondeu',
    texto: 'Texto do lembrete a quem não respondeu',
    quem: 'Nome no convite',
    onde: 'Mesa',
    dito: 'já foram lembrados há menos de três dias',
    vazia: 'Ninguém para lembrar. Quem recebeu o convite há dois dias e não respondeu entra aqui sozinho.',
  },
  {
    tipo: 'lembrete',
    nome: 'Lembrete aos confirmados',
    texto: 'Texto do lembrete',
    quem: 'Nome',
    onde: 'Empresa',
    dito: 'confirmados já receberam',
    vazia: 'Ninguém confirmado ainda. Quem se confirma entra nesta fila sozinho.',
  },
  {
    tipo: 'certificado',
    nome: 'Certificado',
    texto: 'Texto do certificado',
    quem: 'Nome',
    onde: 'Empresa',
    dito: 'pessoas que entraram já têm o certificado',
    vazia: 'Ninguém entrou. O certificado vai a quem tem entrada anotada; uma entrada anulada não conta.',
  },
] as const satisfies ({ tipo: Tipo } & Record<string, string>)[]

/** The queues on offer. The one for a change shows only if it has someone in it, or is open. */
export const filasWith = (hasMudanca: boolean, current: Tipo) =>
  FILAS.filter(({ tipo }) => tipo !== 'mudanca' || hasMudanca || current === 'mudanca')

export const filaOf = (tipo: Tipo) => FILAS.find((fila) => fila.tipo === tipo) ?? FILAS[1]

export function filaHref(tipo: Tipo, more: Record<string, string> = {}): string {
  return `/painel/envios?${new URLSearchParams({ fila: tipo, ...more }).toString()}`
}

/** The page of one message; its forms post there too. */
export const envioHref = (tipo: Tipo, para: string) => `/painel/envios/${tipo}/${encodeURIComponent(para)}`

export const textoHref = (tipo: Tipo) => `/painel/envios/texto/${tipo}`

/** What a form of the desk asks for. */
export type Ato =
  | 'enviar'
  | 'enviar-de-novo'
  | 'proximo'
  | 'pular'
  | 'foi'
  | 'em-maos'
  | 'sem-whatsapp'
  | 'recusado'
