import { admissionsIn, instantOf, type Entrada } from '../../server/domain/entrada.ts'
import type { Database } from '../../server/repos/sqlite/database.ts'
import { valuesOf } from '../../test/support/sqlite-value.ts'
import { FIRST_TOTAL } from './painel-acts.ts'
import type { Line, Model } from './painel-model.ts'

/** What a database file has otherwise than the model. `before` is what companies had given away at first. */
export function faultsIn(db: Database, model: Model, before: Record<string, number>): string[] {
  return [
    ...model.faults,
    ...balanceFaults(db, model, before),
    ...guestFaults(db, model),
    ...paymentFaults(db, model),
    ...historyFaults(db, model),
    ...totalFaults(db),
    ...boardFaults(db),
    ...valuesOf(db, 'PRAGMA integrity_check')
      .map(String)
      .filter((line) => line !== 'ok'),
    ...valuesOf(db, 'PRAGMA foreign_key_check').map(String),
  ]
}

/** licredencial = before + pendente + usada = before + what was given away on balance, and never more than there is. */
function balanceFaults(db: Database, { given }: Model, before: Record<string, number>): string[] {
  const rows = db
    .prepare<[], { empresaid: string; icredencial: number; licredencial: number; live: number }>(
      `SELECT empresaid, icredencial, licredencial,
         (SELECT count(*) FROM reserva r WHERE r.empresaid = e.empresaid AND estado <> 'liberada') AS live
       FROM empresa e`,
    )
    .all()
  return rows.flatMap(({ empresaid, icredencial, licredencial, live }) => {
    const first = before[empresaid] ?? 0
    const isRight =
      licredencial === first + live &&
      licredencial === first + (given.get(empresaid) ?? 0) &&
      licredencial <= icredencial
    const told = `${licredencial} of ${icredencial}, ${first} before, ${live} live, ${given.get(empresaid)} given`
    return isRight ? [] : [`${empresaid} counts ${told}`]
  })
}

function guestFaults(db: Database, { guests, renewed }: Model): string[] {
  const stored = new Set(valuesOf(db, 'SELECT credencialid FROM credencial').map(String))
  const versoes = db
    .prepare<[], { credencialid: string; versao: number }>('SELECT credencialid, versao FROM chave')
    .all()
  return [
    ...[...guests].filter((id) => !stored.has(id)).map((id) => `${id} is missing`),
    ...[...stored].filter((id) => !guests.has(id)).map((id) => `${id} is nobody's`),
    ...versoes
      .filter(({ credencialid, versao }) => versao !== (renewed.get(credencialid) ?? 0))
      .map(({ credencialid, versao }) => `${credencialid} has versao ${versao}`),
  ]
}

/** Each invitation that is used pays for the persona it was given to. */
function paymentFaults(db: Database, { used, personaOf }: Model): string[] {
  const counts = new Map(used)
  const usadas = db
    .prepare<[], { credencialid: string; empresaid: string }>(
      `SELECT credencialid, empresaid FROM reserva WHERE estado = 'usada'`,
    )
    .all()
  for (const { credencialid, empresaid } of usadas) {
    const key = `${personaOf(credencialid)} ${empresaid}`
    counts.set(key, (counts.get(key) ?? 0) - 1)
  }
  return [...counts]
    .filter(([, count]) => count !== 0)
    .map(([key, count]) => `${key} is paid ${-count} too often`)
}

/** Every act that was acknowledged is there once, and nothing else. */
function historyFaults(db: Database, { feitos }: Model): string[] {
  const rows = db.prepare<[], Line>('SELECT historicoid, quem, ato, alvo, detalhe FROM historico').all()
  const stored = new Map(rows.map((row) => [row.historicoid, row]))
  const lineOf = (feito: Line | undefined) =>
    feito ? `${feito.quem} ${feito.ato} ${feito.alvo} ${detalheOf(feito)}` : 'nothing'
  return [...new Set([...stored.keys(), ...feitos.keys()])]
    .map((id) => [id, lineOf(stored.get(id)), lineOf(feitos.get(id))] as const)
    .filter(([, is, must]) => is !== must)
    .map(([id, is, must]) => `the history has ${is} under ${id}, told was ${must}`)
}

/** Without the totals, which the answer to the act does not have: {@link totalFaults} looks at them. */
const detalheOf = ({ ato, detalhe }: Line) =>
  ato === 'gravou-empresas' ? detalhe.split(' ').slice(0, 2).join(' ') : detalhe

/** The changes of a company's total in the history lead from the first total to the one that is stored. */
function totalFaults(db: Database): string[] {
  const rows = db.prepare<[], Line>(`SELECT alvo, detalhe FROM historico WHERE ato = 'gravou-empresas'`).all()
  const stored = db
    .prepare<[], { empresaid: string; icredencial: number }>('SELECT empresaid, icredencial FROM empresa')
    .all()
  return stored.flatMap(({ empresaid, icredencial }) => {
    // Each total is left as often as it is reached.
    const balance = new Map([[FIRST_TOTAL, 1]])
    const add = (total: number, count: number) => balance.set(total, (balance.get(total) ?? 0) + count)
    add(icredencial, -1)
    for (const { alvo, detalhe } of rows) {
      const [, , was, is] = detalhe.split(' ').map(Number)
      if (alvo !== empresaid || was === undefined || is === undefined) continue
      add(was, -1)
      add(is, 1)
    }
    const isRight = [...balance.values()].every((count) => count === 0)
    return isRight ? [] : [`the history does not lead ${empresaid} to its total, ${icredencial}`]
  })
}

/** Every guest has a key, an avip and what the board searches by, and is inside since the first admission that counts. */
function boardFaults(db: Database): string[] {
  const selectEntradas = db.prepare<[string], Entrada>('SELECT * FROM entrada WHERE credencialid = ?')
  const rows = db
    .prepare<[], { credencialid: string; isWhole: number; dentrodesde: number | null }>(
      `SELECT credencialid, dentrodesde,
         k.chave IS NOT NULL AND a.nome IS c.nome AND b.nome IS c.nome AND instr(b.telefone, c.telefone) AS isWhole
       FROM credencial c LEFT JOIN chave k USING (credencialid) LEFT JOIN busca b USING (credencialid)
       LEFT JOIN avip a ON a.vipid = c.credencialid`,
    )
    .all()
  return rows.flatMap(({ credencialid, isWhole, dentrodesde }) => {
    const [first] = admissionsIn(selectEntradas.all(credencialid))
    const isRight = isWhole === 1 && dentrodesde === (first ? instantOf(first) : null)
    return isRight ? [] : [`${credencialid} is not whole, or not inside since ${first?.lidaem}`]
  })
}
