import type { Kind } from '../domain/records.ts'

/** The name of each kind's table or collection. */
export const NAMES = {
  empresas: 'empresa',
  credenciais: 'credencial',
  chaves: 'chave',
  avips: 'avip',
  reservas: 'reserva',
  aparelhos: 'aparelho',
  pareamentos: 'pareamento',
  entradas: 'entrada',
  historico: 'historico',
  convites: 'convitepessoal',
  mesas: 'mesa',
  desistencias: 'desistencia',
  envios: 'envio',
  textos: 'texto',
  imagens: 'imagem',
  eventos: 'evento',
  planilhas: 'planilha',
  andamentos: 'andamento',
  importados: 'importado',
  meta: 'meta',
} as const satisfies Record<Kind, string>
