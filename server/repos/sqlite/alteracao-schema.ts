/**
 * The changes that the door's phones ask for: who changed, under a number (`marca`) that only grows. Triggers
 * write it, so that no act and no server of an earlier version forgets it. Rows are only added, several for
 * one guest, so that a registration writes one page more instead of three. No number may be given twice, so
 * rows go only when everything is erased, and then the list gets another id (`records.ts`).
 */
export const ALTERACAO = `
  CREATE TABLE IF NOT EXISTS alteracao (marca INTEGER PRIMARY KEY, credencialid TEXT NOT NULL) STRICT;
  INSERT OR IGNORE INTO meta (nome, valor) VALUES ('alteracoes', lower(hex(randomblob(8))));

  ${trigger('credencial_nova', 'INSERT ON credencial', 'NEW')}
  ${trigger(
    'credencial_corrigida',
    'UPDATE OF nome, telefone ON credencial',
    'NEW',
    'NEW.nome <> OLD.nome OR NEW.telefone <> OLD.telefone',
  )}
  ${trigger('credencial_removida', 'DELETE ON credencial', 'OLD')}
  -- A key is stored with its credencial, and deleted with it: only another versao is a change of its own.
  ${trigger('chave_nova', 'INSERT ON chave', 'NEW', 'NEW.versao <> 0')}
  ${trigger(
    'chave_renovada',
    'UPDATE OF versao, credencialid ON chave',
    'NEW',
    'NEW.versao <> OLD.versao OR NEW.credencialid <> OLD.credencialid',
  )}
  ${trigger('chave_removida', 'DELETE ON chave', 'OLD', 'OLD.versao <> 0')}
  ${trigger('reserva_paga', 'INSERT ON reserva', 'NEW', `NEW.estado = 'usada'`)}
  ${trigger(
    'reserva_usa',
    'UPDATE OF estado, credencialid, empresaid ON reserva',
    'NEW',
    `NEW.estado = 'usada' AND (OLD.estado <> 'usada' OR OLD.credencialid <> NEW.credencialid
      OR OLD.empresaid <> NEW.empresaid)`,
  )}
  ${trigger(
    'reserva_devolvida',
    'UPDATE OF estado, credencialid ON reserva',
    'OLD',
    `OLD.estado = 'usada' AND (NEW.estado <> 'usada' OR OLD.credencialid <> NEW.credencialid)`,
  )}
  ${trigger('desistencia_nova', 'INSERT ON desistencia', 'NEW')}
  ${trigger(
    'desistencia_desfeita',
    'UPDATE OF desfeitaem ON desistencia',
    'NEW',
    'NEW.desfeitaem IS NOT OLD.desfeitaem',
  )}
  ${trigger('desistencia_removida', 'DELETE ON desistencia', 'OLD', 'OLD.desfeitaem IS NULL')}
  ${trigger('entrada_nova', 'INSERT ON entrada', 'NEW', `NEW.credencialid <> ''`)}

  ${companyTrigger('empresa', 'UPDATE OF nome ON empresa', 'NEW.nome <> OLD.nome')}
`

/** The guest who stays after a merge has the other's link, too; an index finds merges by the erased guest. */
export const JUNCAO = `
  CREATE INDEX IF NOT EXISTS historico_juntou ON historico (detalhe) WHERE ato = 'juntou';
  CREATE TRIGGER IF NOT EXISTS alteracao_juncao AFTER INSERT ON historico WHEN NEW.ato = 'juntou'
  BEGIN INSERT INTO alteracao (credencialid) VALUES (NEW.alvo); END;
`

/** The guests of a company whose table gets another number. */
export const ALTERACAO_NUMERO = `
  ${companyTrigger('mesa_numerada', 'INSERT ON mesa', `NEW.numero <> ''`)}
  ${companyTrigger('mesa_renumerada', 'UPDATE OF numero ON mesa', 'NEW.numero <> OLD.numero')}
`

/** A guest who came along with another, when a merge says with whom. */
export const ALTERACAO_GRUPO = trigger(
  'chave_agrupada',
  'UPDATE OF grupo ON chave',
  'NEW',
  'NEW.grupo IS NOT OLD.grupo',
)

/** A trigger that gives each guest of a row's company a new `marca`. */
function companyTrigger(name: string, event: string, when: string): string {
  return `CREATE TRIGGER IF NOT EXISTS alteracao_${name} AFTER ${event} WHEN ${when}
  BEGIN
    INSERT INTO alteracao (credencialid)
      SELECT credencialid FROM reserva WHERE empresaid = NEW.empresaid AND estado = 'usada';
  END;`
}

/** A trigger that gives the guest of a row a new `marca`. */
function trigger(name: string, event: string, row: 'NEW' | 'OLD', when = 'true'): string {
  return `CREATE TRIGGER IF NOT EXISTS alteracao_${name} AFTER ${event} WHEN ${when}
  BEGIN INSERT INTO alteracao (credencialid) VALUES (${row}.credencialid); END;`
}
