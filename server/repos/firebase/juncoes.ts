import type { Query } from 'firebase-admin/firestore'
import { newestFirst } from '../../domain/historico.ts'
import { juncaoOf, type Juncao } from '../../domain/juncao.ts'
import { getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { feitoFrom } from './historico-repo.ts'

/** The lines of the history that tell. */
export function juncoesIn({ historico }: Connection): Query {
  return historico.where('ato', 'in', ['juntou', 'apagou-tudo'])
}

/** Into whom a guest was merged last. */
export async function findJuncao({ historico }: Connection, gone: string): Promise<Juncao | null> {
  // No other line begins with the id of a guest and a blank.
  const lines = await getAll(historico.where('detalhe', '>', `${gone} `).where('detalhe', '<', `${gone}!`))
  const feitos = lines.map((line) => feitoFrom(line.data())).filter(({ ato }) => ato === 'juntou')
  return (
    feitos
      .sort(newestFirst)
      .map(juncaoOf)
      .find((juncao) => juncao.gone === gone) ?? null
  )
}
