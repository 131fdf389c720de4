import { ENTREGAS_DEPOIS, ENTREGAS_MAX } from '../../domain/pareamento.ts'

/**
 * One row for each browser that was paired, so that none forgets another. Before, an aparelho remembered the last secret
 * that was closed alone (`segredorevogado`), and what it had not sent. Those columns are read here and nowhere else: a
 * server of that version that is still up goes on writing them, and what it wrote is taken over when this step is run
 * again.
 */
export const PAREAMENTO = `
  CREATE TABLE IF NOT EXISTS pareamento (
    segredo TEXT PRIMARY KEY NOT NULL, aparelhoid TEXT NOT NULL, pareadoem INTEGER NOT NULL, fechadoem INTEGER,
    enviouem INTEGER, pendentes INTEGER, entregues INTEGER NOT NULL, limite INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  INSERT OR IGNORE INTO pareamento
    SELECT segredo, aparelhoid, coalesce(pareadoem, 0), NULL, vistoem, pendentes, 0, ${ENTREGAS_MAX}
    FROM aparelho WHERE segredo IS NOT NULL;
  -- What was told of last was told by the browser that is paired now, where there is one.
  INSERT OR IGNORE INTO pareamento
    SELECT segredorevogado, aparelhoid, coalesce(pareadoem, 0), coalesce(segredorevogadoem, 0), vistoem,
      iif(segredo IS NULL, pendentes, NULL), 0,
      iif(segredo IS NULL, coalesce(pendentes, 0), 0) + ${ENTREGAS_DEPOIS}
    FROM aparelho WHERE segredorevogado IS NOT NULL;
`
