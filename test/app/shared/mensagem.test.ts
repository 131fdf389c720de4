import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mensagemOf, textOf, type Para } from '../../../app/shared/mensagem.ts'
import { parseEvento } from '../../../server/domain/evento.ts'

const INFORMACOES = 'Traje esporte fino.'
const evento = {
  ...parseEvento(JSON.parse(readFileSync('test/support/evento.json', 'utf8'))),
  informacoes: INFORMACOES,
}
const MUDANCA = { tipo: 'mudanca' as const, nome: 'Ana', sobre: 'credenciais' as const, links: [] }

test.each<[string, Para, boolean]>([
  ['who is reminded', { tipo: 'lembrete', nome: 'Ana', link: 'https://convite.test/c/x' }, true],
  ['who hears of another day', { ...MUDANCA, novidade: { kind: 'mantido' } }, true],
  ['who hears that it is cancelled', { ...MUDANCA, novidade: { kind: 'cancelado', era: null } }, false],
  [
    'who was there',
    { tipo: 'certificado', nome: 'Ana', link: 'https://convite.test/c/x', ate: '16 de outubro de 2027' },
    false,
  ],
])('what guests should know is for those who may still come: %s', (_, para, isTold) => {
  expect(textOf(mensagemOf(evento, para, null)).includes(INFORMACOES)).toBe(isTold)
})
