import { expect, test } from 'vitest'
import { ofTelefone } from '../../support/pessoa-lida.ts'

const SEM_DDD = 'falta o DDD, como em 34 99911-2244; entra sem número'

test.each([
  [
    '34 99777-1111 / 34 3831-1234',
    '34997771111',
    '! WhatsApp “34 99777-1111 / 34 3831-1234”: há mais de um número; fica 34 99777-1111',
  ],
  [
    '34 3831-1234 / 99777-1111',
    '34997771111',
    '! WhatsApp “34 3831-1234 / 99777-1111”: há mais de um número; fica 34 99777-1111',
  ],
  [
    '34 3831-1234 ::: +55 34 99777-1111',
    '34997771111',
    '! WhatsApp “34 3831-1234 ::: +55 34 99777-1111”: há mais de um número; fica 34 99777-1111',
  ],
  ['34988776655.0', '34988776655'],
  ['３４ ９９８１２-００１２', '34998120012'],
  ['34/99812-0012', '34998120012'],
  ['034 99655-4433', '34996554433'],
  ['34 3831-0016 ramal 12', '3438310016'],
  ['cel. 34 99812-0012', '34998120012'],
  ['34 99812-0012 (Rita)', '34998120012 | 34 99812-0012 (Rita)'],
  ['-', ''],
  ['não tem', ''],
  ['falar c/ Rita', 'falar c/ Rita', '! WhatsApp “falar c/ Rita”: não é um número; entra sem número'],
  ['9812-0004', '', `! WhatsApp “9812-0004”: ${SEM_DDD}`],
  ['3831-1234 / 99', '', `! WhatsApp “3831-1234 / 99”: ${SEM_DDD}`],
  ['99812', '', '! WhatsApp “99812”: o número está incompleto, como em 34 99911-2244; entra sem número'],
  ['20 99812-0012', '', '! WhatsApp “20 99812-0012”: o DDD 20 não existe; entra sem número'],
  [
    '34 59812-0012',
    '',
    '! WhatsApp “34 59812-0012”: confira o número, como em 34 99911-2244; entra sem número',
  ],
  [
    '+1 212 555 1234',
    '+1 212 555 1234',
    '! WhatsApp “+1 212 555 1234”: é um número de fora do Brasil; entra sem número',
  ],
  [
    '3,49E+10',
    '',
    '! WhatsApp “3,49E+10”: a planilha cortou o número; mude o formato da coluna para Texto e digite-o de novo; entra sem número',
  ],
  ['#N/D', '', '! WhatsApp “#N/D”: a fórmula não deu resultado; entra sem número'],
  ['1'.repeat(5_000), '', `! WhatsApp “${'1'.repeat(60)}…”: há dígitos demais; entra sem número`],
])('a number is read or left out, and refuses no row: %s', (cell, said, ...avisos) => {
  expect(ofTelefone(cell)).toEqual([said === '' ? 'ANA' : `ANA | ${said}`, ...avisos])
})

test('a number without area code gets the event’s own, and says so', () => {
  const aviso = (cell: string) => `! WhatsApp “${cell}”: faltava o DDD; entra com o 34`
  expect(ofTelefone('99812-0004', '34')).toEqual(['ANA | 34998120004', aviso('99812-0004')])
  expect(ofTelefone('3831-0004', '34')).toEqual(['ANA | 3438310004', aviso('3831-0004')])
  expect(ofTelefone('9812-0004', '34')).toEqual([
    'ANA | 34998120004',
    '? nono-digito: É 34 99812-0004 / Deixar sem número',
    aviso('9812-0004'),
  ])
  expect(ofTelefone('11 99812-0004', '34')).toEqual(['ANA | 11998120004'])
})
