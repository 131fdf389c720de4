import { Failure, Option } from '~/shared/field'
import { grouped, listed } from '~/shared/words'
import type { colunasShown } from './colunas.server.ts'
import { Step, type Refused } from './passos.tsx'

type ColunasProps = Awaited<ReturnType<typeof colunasShown>> & Refused & { volta: string | null }

/** Her first rows, and a menu over each column. */
export function Colunas({ colunas, choices, cabecalho, titulos, refused, volta, ...said }: ColunasProps) {
  const achadas = colunas.filter(({ achada }) => achada !== null)
  const labelOf = (field: string | null) => choices.find((one) => one.field === field)?.label ?? ''
  const first = colunas[0]?.id ?? 'c0'
  const nomes = colunas.filter(({ field }) => field === 'nome').length
  return (
    <>
      {/* Apart from the answers: Enter in one of them presses the first button of its own form. */}
      <form id="reler" method="post" action="?" className={said.outro === null ? undefined : 'alerta aviso'}>
        {said.outro === null ? null : (
          <>
            <p>{`Parece uma lista de ${said.outro}, e você enviou como lista de ${said.tipo}.`}</p>
            <button className="contorno" name="ato" value="outro">{`Ler como lista de ${said.outro}`}</button>
          </>
        )}
      </form>
      <Step ato="colunas" volta={volta}>
        {cabecalho === 0 ? (
          <p className="alerta aviso">
            <b>Esta planilha não tem títulos.</b> Olhamos o que está escrito em cada coluna. Diga se
            acertamos.
          </p>
        ) : (
          <p className="nota">
            Estas são as primeiras linhas da sua planilha. Já preenchemos o que entendemos: troque o que
            estiver errado.
          </p>
        )}
        <Failure id={first} error={refused?.error.message} />
        <ul className="folha-dela">
          {colunas.map(({ id, letra, nome, field, isCerta, amostra }) => (
            <li key={id} className={`coluna${field === null ? ' fora' : isCerta ? '' : ' duvida'}`}>
              <label htmlFor={id}>
                <small>{`Coluna ${letra}`}</small>
                <b>{nome === '' ? 'sem título' : nome}</b>
              </label>
              <select
                id={id}
                name={id}
                defaultValue={field ?? ''}
                aria-invalid={refused && id === first ? true : undefined}
                aria-describedby={refused && id === first ? `${first}-falha` : undefined}
              >
                <option value="">Não usar</option>
                {choices
                  .filter((choice) => choice.isOffered || choice.field === field)
                  .map((choice) => (
                    <option key={choice.field} value={choice.field}>
                      {choice.label}
                    </option>
                  ))}
              </select>
              <ol>
                {amostra.map((cell, at) => (
                  <li key={at}>{cell === '' ? <span className="oculto">vazia</span> : cell}</li>
                ))}
              </ol>
            </li>
          ))}
        </ul>
        {said.tipo === 'convidados' && nomes > 1 ? (
          <p className="nota">{`São ${nomes} colunas com nomes: cada uma é uma pessoa, com a empresa da linha.`}</p>
        ) : null}
        {achadas.length > 0 ? (
          <ul className="alerta aviso">
            {achadas.map(({ letra, nome, achada, field }) => (
              <li
                key={letra}
              >{`A coluna ${letra} se chama “${nome}”, mas tem ${achada}: vamos usar como ${labelOf(field)}.`}</li>
            ))}
          </ul>
        ) : null}
        {cabecalho > 1 ? (
          <p className="nota">{`Os títulos estavam na linha ${cabecalho}; o que está acima não entra.`}</p>
        ) : null}
        <details>
          <summary>
            {cabecalho === 0 ? 'A primeira linha é título' : 'Os títulos estão em outra linha'}
          </summary>
          <div className="linha estreita">
            <label htmlFor="titulos">Onde estão os títulos das colunas?</label>
            <select
              id="titulos"
              name="titulos"
              form="reler"
              defaultValue={cabecalho === 0 ? titulos[0]?.line : cabecalho}
            >
              <option value="0">Não há títulos: a lista começa na primeira linha</option>
              {titulos.map(({ line, texto }) => (
                <option key={line} value={line}>{`Linha ${line}: ${texto}`}</option>
              ))}
            </select>
            <button className="contorno" name="ato" value="titulos" form="reler">
              Ler de novo
            </button>
          </div>
        </details>
        {said.tipo === 'convidados' ? (
          <Guests answers={colunas.find(({ field }) => field === 'confirmou')} {...said} />
        ) : null}
        {said.ddd === null ? null : (
          <Option id="ddd" type="checkbox" name="ddd" value="sim" defaultChecked={said.comDdd}>
            {`Quando faltar o DDD, usar ${said.ddd}`}
          </Option>
        )}
      </Step>
    </>
  )
}

const MODOS = [
  {
    modo: 'convidar',
    nome: 'São para convidar',
    nota: 'Cada um recebe o convite e responde. Ninguém conta como confirmado antes disso.',
  },
  { modo: 'confirmados', nome: 'Já confirmaram', nota: 'Entram com a credencial pronta.' },
  {
    modo: 'coluna',
    nome: 'Depende da linha',
    nota: 'quem vem entra confirmado, quem não vem fica de fora, e os outros são para convidar.',
  },
] as const

/** `12 sim, 3 não e 40 em branco`. */
const saidWords = ({ confirmados, nao, outra, branco }: ColunasProps['respostas']) =>
  listed(
    [
      [confirmados, 'sim'],
      [nao, 'não'],
      [outra, 'com outra resposta'],
      [branco, 'em branco'],
    ].flatMap(([count, said]) => (Number(count) > 0 ? `${grouped(Number(count))} ${said}` : [])),
  )

function Guests({
  modo,
  empresas,
  empresaid,
  acima,
  respostas,
  answers,
}: Pick<ColunasProps, 'modo' | 'empresas' | 'empresaid' | 'acima' | 'respostas'> & {
  answers: ColunasProps['colunas'][number] | undefined
}) {
  return (
    <>
      <fieldset className="escolhas">
        <legend>Estas pessoas já confirmaram, ou são para convidar?</legend>
        {MODOS.filter((one) => one.modo !== 'coluna' || answers).map((one) => (
          <Option
            key={one.modo}
            id={`modo-${one.modo}`}
            type="radio"
            name="modo"
            value={one.modo}
            defaultChecked={one.modo === modo}
          >
            <b>{one.nome}</b>{' '}
            <span className="nota">
              {one.modo === 'coluna'
                ? `Pela coluna ${answers?.letra}${answers?.nome ? `, “${answers.nome}”` : ''}: `
                : null}
              {one.nota}
              {one.modo === 'coluna' ? ` São ${saidWords(respostas)}.` : null}
            </span>
          </Option>
        ))}
      </fieldset>
      {empresas.length > 0 ? (
        <div className="linha estreita">
          <label htmlFor="de">Quem está sem empresa: de quem é o convite?</label>
          <select id="de" name="de" defaultValue={empresaid}>
            <option value="">Da casa</option>
            {acima === null ? null : <option value={acima}>Da empresa da linha de cima</option>}
            {empresas.map((empresa) => (
              <option key={empresa.empresaid} value={empresa.empresaid}>
                {empresa.nome}
              </option>
            ))}
          </select>
        </div>
      ) : null}
    </>
  )
}
