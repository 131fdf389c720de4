import { expect, test } from 'vitest'
import { isVcf, readVcf } from '../../../server/planilhas/vcf.mjs'

const HEAD = ['Nome', 'WhatsApp', 'E-mail', 'Empresa', 'Observação']
const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n')
const rowsOf = (...cards: string[]) => readVcf(cards.join('')).slice(1)

test('contacts are known by their first line', () => {
  expect(isVcf(card('VERSION:3.0'))).toBe(true)
  expect(isVcf('\r\nbegin:vcard\nversion:2.1\n')).toBe(true)
  expect(isVcf('Nome;WhatsApp\nBEGIN:VCARD\n')).toBe(false)
  expect(isVcf('')).toBe(false)
})

test('each card is a row under the names of the columns', () => {
  const lines = ['FN:Dalva Prado', 'TEL;type=CELL:+55 65 98765-4321', 'EMAIL:dalva@example.com']
  expect(
    readVcf(card('VERSION:3.0', 'N:Prado;Dalva;;;', ...lines, 'ORG:Bar;Vendas') + card('FN:Ana')),
  ).toEqual([
    HEAD,
    ['Dalva Prado', '+55 65 98765-4321', 'dalva@example.com', 'Bar', ''],
    ['Ana', '', '', '', ''],
  ])
  expect(readVcf('')).toEqual([HEAD])
})

test('without FN the name is given, additional and family', () => {
  expect(rowsOf(card('N:Sá;Maria;José;Dra.;'))).toEqual([['Maria José Sá', '', '', '', '']])
  expect(rowsOf(card('FN:', 'N:;Ana;;;'))).toEqual([['Ana', '', '', '', '']])
})

test('the cell phone stands first, then the preferred one, a fax last, each once', () => {
  const phones = [
    'TEL;FAX:1',
    'TEL;TYPE=HOME:2',
    'TEL;TYPE=work;PREF=1:3',
    'item1.TEL;TYPE="voice,cell":4',
    'TEL:2',
  ]
  expect(rowsOf(card(...phones))).toEqual([['', '4 ::: 3 ::: 2 ::: 1', '', '', '']])
  expect(rowsOf(card('TEL;VALUE=uri;TYPE=cell:tel:+55-65;ext=1'))[0]?.[1]).toBe('+55-65')
})

test('folded lines are one, and a photo is left out', () => {
  const folded = [
    'NOTE:mesa perto d',
    ' o palco',
    'PHOTO;ENCODING=b:AAAA',
    ' FN:BBBB',
    'FN:João da ',
    '\tSilva',
  ]
  expect(rowsOf(card(...folded))).toEqual([['João da Silva', '', '', '', 'mesa perto do palco']])
})

test('escaped commas, semicolons, backslashes and line ends are signs of the text', () => {
  const lines = [
    String.raw`FN:Ana\, a \;b`,
    String.raw`ORG:X\;Y;Z`,
    String.raw`NOTE:um\ndois\\n\Ntrês; quatro`,
  ]
  expect(rowsOf(card(...lines))).toEqual([['Ana, a ;b', '', '', 'X;Y', 'um\ndois\\n\ntrês; quatro']])
})

test('quoted-printable of vCard 2.1 is read in its charset, over lines that end in =', () => {
  const quoted = 'ENCODING=QUOTED-PRINTABLE'
  expect(
    rowsOf(
      card(`N;CHARSET=UTF-8;${quoted}:=53=C3=A1;=4A=6F=C3=A3=`, '=6F;;;', 'TEL;CELL:65'),
      card(`FN;${quoted};CHARSET=ISO-8859-1:JO=C3O LIMA`),
      card(`FN;${quoted}:In=C3=AAs`, 'NOTE:a=', 'TEL;CELL:66'),
    ),
  ).toEqual([
    ['João Sá', '65', '', '', ''],
    ['JOÃO LIMA', '', '', '', ''],
    ['Inês', '66', '', '', 'a='],
  ])
})
