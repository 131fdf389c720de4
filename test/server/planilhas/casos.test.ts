import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { convidadosOf, empresasOf } from '../../../server/planilhas/rows.ts'
import type { Dito } from '../../../server/planilhas/pasta.ts'
import { pastaOf } from '../../support/pasta.ts'

/** Sheets as secretaries and other programs make them: what comes of each, read as guests to be invited. */
const caso = (name: string) => readFileSync(`test/fixtures/planilhas/${name}`)

/** Each person: where, name, number, company; then what is asked, cleaned, left out and refused. */
async function pessoas(name: string, dito: Partial<Dito> = {}): Promise<string[]> {
  const { rows, ondeOf, perguntas, avisos, bad } = await convidadosOf(await pastaOf(caso(name), dito), '34')
  return [
    ...rows.map(({ line, row: { rotulo, cadastro, empresa, nota, lugares } }) =>
      [
        ondeOf(Math.floor(line)),
        rotulo,
        cadastro.telefone,
        lugares > 1 ? `${lugares} lugares` : '',
        empresa,
        nota && `(${nota})`,
      ]
        .filter((one) => one !== '')
        .join(' · '),
    ),
    ...perguntas.map(
      ({ line, pergunta }) => `${line}? ${pergunta.respostas.map(({ rotulo }) => rotulo).join(' / ')}`,
    ),
    ...avisos.map(({ line, problems }) => `${line}! ${problems.join('; ')}`),
    ...bad.map(({ line, problems }) => `${line}- ${problems.join('; ')}`),
  ]
}

async function companies(name: string): Promise<string[]> {
  const { rows, perguntas, avisos, bad, folha } = await empresasOf(await pastaOf(caso(name)), null)
  return [
    ...rows.map(({ line, row: { nome, icredencial, numero = '', contato = '', telefone = '' } }) =>
      [line, nome, icredencial, numero && `mesa ${numero}`, contato, telefone]
        .filter((one) => one !== '')
        .join(' · '),
    ),
    ...perguntas.map(
      ({ line, pergunta }) => `${line}? ${pergunta.respostas.map(({ rotulo }) => rotulo).join(' / ')}`,
    ),
    ...avisos.map(({ line, problems }) => `${line}! ${problems.join('; ')}`),
    ...bad.map(({ line, problems }) => `${line}- ${problems.join('; ')}`),
    ...folha.ocultas.map(({ line }) => `${line} escondida`),
  ]
}
test.each<[string, Partial<Dito>, string[]]>([
  ['primeira-aba-oculta.xlsx', {}, ['linha 2 · Ana Lima · 65987650001']],
  [
    'uma-aba-por-mesa.xlsx',
    {},
    [
      'Fazenda Santa Clara, linha 2 · Ana Lima · 65987650001 · Fazenda Santa Clara',
      'Sementes Aurora, linha 2 · Bia Rocha · 65987650002 · Sementes Aurora',
      'Sementes Aurora, linha 3 · Caio Melo · 65987650003 · Sementes Aurora',
    ],
  ],
  [
    'empresa-mesclada.xlsx',
    {},
    [
      'linha 2 · Ana Lima · 65987650001 · Fazenda Santa Clara',
      'linha 3 · Bia Rocha · 65987650002 · Fazenda Santa Clara',
      'linha 4 · Caio Melo · 65987650003 · Fazenda Santa Clara',
    ],
  ],
  [
    'procv-nd-na-empresa.xlsx',
    {},
    [
      'linha 2 · Ana Lima · 65987650021 · Fazenda Santa Clara',
      'linha 3 · Bia Rocha · 65987650022',
      '3? Entra sem empresa / Deixar de fora',
    ],
  ],
  [
    'formula-sem-resultado-na-empresa.xlsx',
    {},
    ['linha 2 · Bia Rocha · 65987650022', '2? Entra sem empresa / Deixar de fora'],
  ],
  [
    'linhas-ocultas-pelo-filtro.xlsx',
    {},
    ['linha 2 · Ana Lima · 65987650001', 'linha 4 · Caio Melo · 65987650003'],
  ],
  [
    'sympla-participantes.csv',
    {},
    ['linha 2 · Célia Prado · 65984445566', '3- a planilha diz “Cancelado”: fica de fora'],
  ],
  [
    'google-contatos-2024.csv',
    {},
    [
      'linha 2 · Dalva Regina Prado · 65987654321',
      'linha 3 · Maria Lemos · 65981112233',
      'linha 4 · Maria Souza · 65982223344',
      '3! Phone 1 - Value “+55 65 98111-2233 ::: +55 65 3321-1234”: há mais de um número; fica 65 98111-2233',
    ],
  ],
  ['outlook-contatos.csv', {}, ['linha 2 · Rui Lacerda · 65983334455 · Fazenda Santa Clara']],
  ['forms-pergunta.csv', {}, ['linha 2 · Dalva Prado · 65987654321 · 3 lugares']],
  ['respostas-formulario.csv.zip', {}, ['linha 2 · Dalva Prado · 65987654321']],
  ['contatos.vcf', {}, ['linha 2 · Dalva Prado · 65987654321']],
  ['sem-atributo-r.xlsx', {}, ['linha 2 · Ana Lima · 65987650001']],
  ['zip64.xlsx', {}, ['linha 2 · Ana Lima · 65987650001']],
  ['passa/prefixo-x-openxml-sdk.xlsx', {}, ['linha 2 · Ana Lima · 65987650001']],
  ['passa/strict-open-xml.xlsx', {}, ['linha 2 · Ana Lima · 65987650001']],
  ['passa/x000d.xlsx', {}, ['linha 2 · Ana Lima · 65987650001', 'linha 3 · Bia Rocha · 65987650002']],
  [
    'secretaria/g1-lista-de-convidados.xlsx',
    { comDdd: true },
    [
      'linha 5 · José da Silva · 34998120001 · 2 lugares · Prefeitura Municipal · (Sr. · pref. · autoridade, mesa da frente)',
      'linha 6 · João Queiroz · 34998120002 · Fazenda São Bento',
      'linha 6 · Maria Queiroz · Fazenda São Bento',
      'linha 7 · Antônio Carlos Ribeiro · 34998120003 · 2 lugares · Credivale · (Dr. · esposa)',
      'linha 8 · Ana Lúcia de Fátima · 34998120004 · Assistência Rural · (sem ddd)',
      'linha 9 · Maria do Carmo · Assistência Rural · (não tem celular)',
      'linha 10 · Padre Anselmo · 34998120006 · (bênção)',
      'linha 11 · Pedro Henrique da Silva · 34998120007 · 3 lugares · Mesa 1',
      'linha 12 · Família Alves · 34998120008 · 5 lugares · Café da Serra',
      'linha 13 · Pedro Henrique da Silva · 34998120007 · Mesa 1 · (repetido)',
      'linha 14 · Vereador · Prefeitura · (a confirmar)',
      'linha 15 · Carlos Eduardo Nunes · 34998120011 · Banco da Serra Ag. Centro',
      'linha 16 · Joao Batista pereira · 34998120012 · Agro Máquinas Cerrado',
      'linha 17 · Esposa do João Batista · 34998120012 · Agro Máquinas Cerrado · (mesmo tel. do marido)',
      'linha 18 · Teresa Cristina · 34998120013 · Sementes Aurora · (falta um 9?)',
      'linha 20 · Rosa Maria · 3438310016 · (mãe do presidente · fixo)',
      '6? Duas pessoas / Uma pessoa',
      '12? 5 lugares / 6 lugares / 1 lugar',
      '14? Entra assim / Deixar de fora',
      '18? É 34 99812-0013 / Deixar sem número',
      '8! Telefone “99812-0004”: faltava o DDD; entra com o 34',
      '21- parece ser um título, um total ou uma observação da lista: fica de fora',
    ],
  ],
  [
    'secretaria/g2-uma-aba-por-empresa.xlsx',
    {},
    [
      'Cafecoop, linha 2 · Simão Pedro de Lima · 34997001010 · Cafecoop',
      'Cafecoop, linha 3 · Luzia Alves · 34997001011 · Cafecoop',
      'Cafecoop, linha 4 · Marcos Tadeu Rocha · 34997001012 · Cafecoop',
      'Credivale, linha 2 · Rita Cássia · 34997081010 · Credivale',
      'Credivale, linha 3 · Jonas Melo · 34997081011 · Credivale',
      'Assistência Rural, linha 2 · Geraldo Magela · 34997061010 · Assistência Rural',
    ],
  ],
  [
    'secretaria/g3-autoridades.xlsx',
    {},
    [
      'linha 1 · Prefeito Aurélio Bandeira',
      'linha 2 · Deputado Federal Tonico Lemos',
      'linha 3 · Pe. Anselmo',
      'linha 4 · Delegado Regional',
      'linha 5 · Comandante do Batalhão PM',
    ],
  ],
  [
    'secretaria/g8-nome-e-sobrenome.xlsx',
    {},
    [
      'linha 2 · José Carvalho Dias · 34992230001 · Mesa 4 - 10 lugares',
      'linha 3 · Maria Lemos · 34992230002 · 4',
      'linha 4 · Rita Carvalho · 34992230001 · Mesa 4 · (esposa do José)',
    ],
  ],
])('guests: %s', async (name, dito, comes) => {
  expect(await pessoas(name, dito)).toEqual(comes)
})

test.each<[string, string[]]>([
  [
    'secretaria/e1-relacao-de-empresas-50-anos.xlsx',
    [
      '6 · Cafecoop - Coop. dos Cafeicultores da Serra · 10 · mesa 1 · Simão Pedro · 34998112233',
      '7 · Credivale · 10 · mesa 2 · Dona Rita (gerente) · 34999223344',
      '8 · Café da Serra Ltda. · 8 · mesa 3 · Sr. José da Silva (pref.)',
      '9 · Fazenda São Bento · 10 · mesa 4 · João e Maria · 34988776655',
      '10 · Banco da Serra Ag. Centro · 10 · mesa DIRETORIA · Carlos · 34997771111',
      '11 · Prefeitura Municipal · 10 · mesa 5 · Gabinete · 3438391800',
      '12 · Assistência Rural · 6 · mesa 6',
      '13 · Agro Máquinas Cerrado · 5 · mesa 7 · Beto · 34996554433',
      '14 · Agro Máquinas Cerrado · 5 · mesa 7 · Beto · 34996554433',
      '16 · Sementes Aurora · 8 · mesa 8 · Rita',
      '15? Deixar de fora / Entra com 0 convites',
      '8! CONTATO “99911-2244”: falta o DDD, como em 34 99911-2244; entra sem número',
      '10! CONTATO “34 99777-1111 / 34 3831-1234”: há mais de um número; fica 34 99777-1111',
      '16! CONTATO “falar c/ Rita no cel. da filha”: não é um número; entra sem número',
      '15- fica de fora: veja a resposta nas perguntas',
      '18- parece ser um título, um total ou uma observação da lista: fica de fora',
      '20- parece ser um título, um total ou uma observação da lista: fica de fora',
      '17 escondida',
    ],
  ],
  [
    'secretaria/e2-mapa-de-mesas.xlsx',
    [
      '4 · Cafecoop · 10 · mesa 1 · 34998112233',
      '5 · Credivale · 10 · mesa 2 · 34999223344',
      '6 · Família Queiroz · 8 · mesa 3 · 34999112244',
    ],
  ],
])('companies: %s', async (name, comes) => {
  expect(await companies(name)).toEqual(comes)
})

test.each(['macroman', 'cp850', 'dupla'])('a list in another encoding, or in two: %s', async (encoding) => {
  const { rows } = await convidadosOf(await pastaOf(caso(`codificacao-${encoding}.csv`)), null)
  expect(rows.map(({ row }) => row.rotulo)).toEqual([
    ...['João Lima', 'Lúcia Rocha', 'José Melo', 'Antônio Sá', 'Sílvia Reis'],
    ...['José Melo', 'Lúcia Rocha', 'Antônio Reis', 'João Lima', 'Sílvia Reis'],
  ])
})

test('a text that two encodings make names of is asked about, with the names of each', async () => {
  const { abas, isDuvidosa } = await pastaOf(Buffer.from('Nome\nJO\u00c7O\n', 'latin1'))
  expect([isDuvidosa, abas.length > 1]).toEqual([true, true])
  expect(new Set(abas.map(({ nome }) => nome)).size).toBe(abas.length)
})
