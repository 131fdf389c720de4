// The limit: node:http with nothing behind it. It serves the recorded answers of a file.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Recorded } from '../record.ts'

const [path = ''] = process.argv.slice(2)
const recorded = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Recorded>
const answers = new Map(
  Object.entries(recorded).map(([url, { headers, body }]) => [
    url,
    { headers, body: Buffer.from(body, 'base64') },
  ]),
)

createServer({ keepAliveTimeout: 65_000 }, (req, res) => {
  const answer = answers.get(req.url ?? '')
  if (!answer) {
    res.writeHead(404).end()
    return
  }
  res.writeHead(200, answer.headers)
  res.end(answer.body)
}).listen(Number(process.env.PORT), '127.0.0.1')
