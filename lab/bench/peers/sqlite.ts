// The limit of one process on SQLite: durable commits and nothing else. For each message { seconds } it
// commits for that long, with the rows of one registration per transaction, one after the other, and answers
// the commits per second.
import { createHash } from 'node:crypto'
import { Database } from '../../../server/repos/sqlite/database.ts'

const [productPath = '', path = ''] = process.argv.slice(2)
const db = new Database(path)
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')

// The product's own tables and indexes.
const product = new Database(productPath, { readOnly: true })
const schema = product
  .prepare<[], { sql: string }>('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL')
  .all()
product.close()
for (const { sql } of schema) db.exec(sql)

const findChave = db.prepare('SELECT credencialid FROM chave WHERE chave = ?')
const putCredencial = db.prepare(
  `INSERT INTO credencial (credencialid, nome, telefone, email, empresaid, usuarioid, cpf, qrcode, tipo, controle)
   VALUES (?, ?, ?, ?, '0000000000001', '0000000000001', '00000000000', '', 'CONVIDADO', 'ativo')`,
)
const putChave = db.prepare('INSERT INTO chave (chave, credencialid) VALUES (?, ?)')
const putAvip = db.prepare(
  `INSERT INTO avip (vipid, nome, cpf, tipo, controle, usuarioid)
   VALUES (?, ?, '00000000000', 'CONVIDADO', 'ativo', '0000000000001')`,
)

let n = Date.now()
const commit = () => {
  const id = String(n++)
  const nome = `CONVIDADO ${id}`
  const chave = createHash('sha256').update(id).digest('base64url')
  findChave.get(chave)
  putCredencial.run(id, nome, '11987654321', '')
  putChave.run(chave, id)
  putAvip.run(id, nome)
}

process.on('message', ({ seconds }: { seconds: number }) => {
  const startedAt = performance.now()
  let commits = 0
  while (performance.now() - startedAt < seconds * 1000) {
    db.immediately(commit)
    commits += 1
  }
  process.send?.({ perSecond: (commits / (performance.now() - startedAt)) * 1000 })
})
