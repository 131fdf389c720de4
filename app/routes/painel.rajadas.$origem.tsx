import { convidadoHref, WhereaboutsTold } from '~/painel/convidado-told'
import { whereaboutsOf } from '~/painel/convidados/convidado.server'
import { ErrorSummary, Failure, Option } from '~/shared/field'
import { OutlineLink } from '~/shared/page'
import { Table } from '~/shared/table'
import { noStore, seeOther } from '~/shared/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import { countOf } from '~/shared/words'
import { Painel, painelTitled } from '~/painel/painel'
import { rajadaFrom, rajadaOf, quandoOf } from '~/painel/rajadas.server'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import { maskTelefone, SEM_WHATSAPP } from '../../server/domain/telefone.ts'
import { readWhereabouts, undoRajada, type Marcado } from '../../server/use-cases/rajadas.ts'

/** What erasing offers: a burst's guests, those ticked in advance, and the link to the file. */
export const loader = painelLoader(async ({ services }, { request, params }) => {
  const query = rajadaFrom(request, params.origem)
  const { origem, empresaid = null, from, to } = query
  const rajada = await readWhereabouts(services, await rajadaOf(services, query))
  const convidados = rajada.map(({ convidado: { credencial, empresa }, ...at }) => ({
    credencialid: credencial.credencialid,
    nome: credencial.nome,
    telefone: maskTelefone(credencial.telefone) || SEM_WHATSAPP,
    empresa: empresa?.nome ?? null,
    ...whereaboutsOf(at, services),
  }))
  const ofOne = { ...(empresaid !== null && { empresa: empresaid }) }
  const asked = new URLSearchParams({ origem, de: String(from), ate: String(to), ...ofOne })
  const arquivo = `/painel/exportar/rajada.xlsx?${asked.toString()}`
  return { convidados, quando: quandoOf(services, from, to), empresaid, arquivo }
})

/** Erases those guests of a burst who were ticked, and nobody else. The list of bursts says what became of it. */
export const action = painelAction(async ({ services, autor }, { request, params }) => {
  const query = rajadaFrom(request, params.origem)
  const form = await request.formData()
  const marcados = tickedIn(form)
  const [isReturned, isSaved] = [form.get('devolver') === 'sim', form.get('salvo') === 'sim']
  if (marcados.length === 0 || !isSaved)
    return noStore({ ids: marcados.map(({ credencialid }) => credencialid), isReturned, isSaved }, 422)
  const ids = new Set((await rajadaOf(services, query)).map(({ credencial }) => credencial.credencialid))
  const those = marcados.filter(({ credencialid }) => ids.has(credencialid))
  const feito = feitoOf(await undoRajada(services, those, isReturned, autor))
  const where = query.empresaid == null ? '' : `empresa=${encodeURIComponent(query.empresaid)}&`
  return seeOther(`/painel/rajadas?${where}feito=${feito}`)
})

/**
 * Reads what was ticked. A guest who was outside when the page was made is sent as `cadastro`, and is kept if
 * they have gone in since. A guest who was inside but ticked anyway is sent as `dentro`.
 */
const tickedIn = (form: FormData): Marcado[] =>
  (['cadastro', 'dentro'] as const).flatMap((name) =>
    form
      .getAll(name)
      .flatMap((id) =>
        typeof id === 'string' ? [{ credencialid: id, isInsideToo: name === 'dentro' }] : [],
      ),
  )

function feitoOf({ removed, inside, isMirrored }: Awaited<ReturnType<typeof undoRajada>>): string {
  if (removed === 0) return inside > 0 ? 'so-dentro' : 'nenhuma'
  if (inside > 0) return 'menos-dentro'
  return isMirrored ? 'desfeita' : 'desfeita-aos-poucos'
}

export const meta = painelTitled('Desfazer rajada')

/** Ticked in advance: guests who are neither inside nor withdrawn. */
const isMeant = ({ dentro, retirada }: { dentro: string | null; retirada: string | null }) =>
  dentro === null && retirada === null

/** A burst, name by name, each with a box. Ticked guests are erased, once their names are in a file. */
export default function Rajada() {
  const { convidados, quando, empresaid, arquivo } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const list = empresaid === null ? '' : `?empresa=${encodeURIComponent(empresaid)}`
  const empresa = convidados.find(({ empresa }) => empresa !== null)?.empresa
  const de = empresaid === null ? 'Formulário público' : (empresa ?? empresaid)
  const [nobody, unsaved] = [refused?.ids.length === 0, refused?.isSaved === false]
  const errors = [
    { id: 'nomes', message: nobody ? 'Marque ao menos um nome.' : null },
    { id: 'salvo', message: unsaved ? UNSAVED : null },
  ]
  return (
    <Painel
      current={empresaid === null ? 'Histórico' : 'Empresas'}
      title="Desfazer rajada"
      kicker={<a href={`/painel/rajadas${list}`}>Cadastros seguidos</a>}
      gauge={<span>{`${de}: ${countOf(convidados.length, 'cadastro', 'cadastros')}, ${quando}`}</span>}
    >
      <ErrorSummary title="Nada foi excluído" errors={errors} />
      {convidados.length === 0 ? (
        <p>Nenhum cadastro desta rajada existe mais.</p>
      ) : (
        <>
          <div className="alerta passo">
            <p>
              <b>1.</b> Baixe os nomes. O arquivo é a única volta: enviado em Planilhas, cadastra todos de
              novo, cada um na sua empresa, com outro link.
            </p>
            <OutlineLink href={arquivo}>Baixar antes</OutlineLink>
            <p>
              <b>2.</b> Deixe marcados só os que devem sair.
              {convidados.every(isMeant) ? null : ' Quem já entrou ou desistiu não vem marcado.'}
            </p>
          </div>
          <form method="post" className="perigo">
            <Table
              className="dobra marcar"
              caption={<span id="nomes">Sai quem está marcado</span>}
              heads={['Nome', 'Situação', 'WhatsApp', { hidden: 'Ver' }]}
            >
              {convidados.map((convidado) => {
                const { credencialid, nome, telefone, dentro, retirada } = convidado
                return (
                  <tr key={credencialid}>
                    <th scope="row">
                      <Option
                        type="checkbox"
                        name={dentro === null ? 'cadastro' : 'dentro'}
                        value={credencialid}
                        defaultChecked={refused ? refused.ids.includes(credencialid) : isMeant(convidado)}
                      >
                        {nome}
                      </Option>
                    </th>
                    <td>
                      <WhereaboutsTold dentro={dentro} retirada={retirada} />
                    </td>
                    <td className="fone">{telefone}</td>
                    <td className="n">
                      <a href={convidadoHref(credencialid)}>
                        Ver<span className="oculto">{` ${nome}`}</span>
                      </a>
                    </td>
                  </tr>
                )
              })}
            </Table>
            <p className="dica">
              As credenciais dos marcados deixam de abrir e os nomes se apagam para sempre. No histórico ficam
              os códigos, sem nomes.
            </p>
            {empresa ? (
              <Option
                type="checkbox"
                name="devolver"
                value="sim"
                defaultChecked={refused?.isReturned ?? true}
              >
                {`Devolver os convites a ${empresa}`}
              </Option>
            ) : null}
            <div className="fica">
              <div>
                <Failure id="salvo" error={unsaved ? UNSAVED : null} />
                <Option
                  id="salvo"
                  type="checkbox"
                  name="salvo"
                  value="sim"
                  required
                  defaultChecked={refused?.isSaved ?? false}
                  aria-invalid={unsaved || undefined}
                  aria-describedby={unsaved ? 'salvo-falha' : undefined}
                >
                  O arquivo está guardado
                </Option>
              </div>
              <button>Excluir os marcados</button>
            </div>
          </form>
        </>
      )}
    </Painel>
  )
}

const UNSAVED = 'Baixe antes o arquivo com os nomes, e marque que está guardado.'
