import { useActionData, useLoaderData } from '@remix-run/react'
import { tipoIn } from '~/painel/envios/fila.server'
import { filaHref, filaOf, filasWith, textoHref } from '~/painel/envios/filas'
import { textoShown, textoWritten, type TypedTexto } from './texto.server'
import { FoldedAct, Painel, painelTitled } from '~/painel/painel'
import { Balao } from '~/shared/envio'
import type { RouteHandle } from '~/shared/document'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import { ErrorSummary, LinesField, NOT_SAVED, Outcome } from '~/shared/field'
import { hiddenLink, mensagemOf, NAO_PODEREI } from '~/shared/mensagem'
import { fieldsOf } from '~/shared/remix.server'

export const handle: RouteHandle = { sheet: 'envios' }

export const loader = painelLoader(({ services }, { request, params }) =>
  textoShown(services, request, tipoIn(params.tipo)),
)

/** Counts from GRAVAR on; what was sent before stays as it was. */
export const action = painelAction(async (equipe, { request, params }) =>
  textoWritten(equipe, tipoIn(params.tipo), await fieldsOf(request)),
)

export const meta = painelTitled<typeof loader>((data) => (data ? filaOf(data.tipo).texto : 'Texto'))

const DONE = {
  gravado: 'o texto foi gravado. Vale para as próximas mensagens.',
  original: 'o texto original voltou. Vale para as próximas mensagens.',
}

export default function TextoPage() {
  const { feito, tipo, isOwn, texto, evento, para, enviados, mudancas, hasMudanca } =
    useLoaderData<typeof loader>()
  const written = useActionData<TypedTexto>()
  const { abertura, recado } = written?.typed ?? texto
  const errors = written?.errors ?? {}
  const mensagem = mensagemOf(evento, para, { tipo, abertura, recado })
  return (
    <Painel
      current="Envios"
      title={filaOf(tipo).texto}
      kicker={<a href={filaHref(tipo)}>Envios</a>}
      summary={
        <ErrorSummary
          title={NOT_SAVED}
          errors={(['abertura', 'recado'] as const).map((id) => ({ id, message: errors[id] }))}
        />
      }
    >
      {written ? null : <Outcome nome={feito} done={DONE} warnings={{}} />}
      <nav className="chips" aria-label="Mensagens">
        {filasWith(hasMudanca, tipo).map((fila) => (
          <a
            key={fila.tipo}
            href={textoHref(fila.tipo)}
            aria-current={fila.tipo === tipo ? 'page' : undefined}
          >
            {fila.nome}
          </a>
        ))}
      </nav>
      <div className="duplo">
        <section>
          <h2>O texto</h2>
          <p className="nota">
            Você escreve as partes abertas. As partes fixas o sistema põe sozinho, para que nome, dia e link
            saiam sempre certos.
          </p>
          <form method="post" acceptCharset="utf-8" noValidate={written !== undefined}>
            <div className="trancado">
              <b>Fixo: o começo, com o nome</b>
              <p>{mensagem.saudacao}</p>
            </div>
            <LinesField
              id="abertura"
              label="Abertura"
              hint="Continua depois do começo. Até 300 letras."
              error={errors.abertura ?? null}
              value={abertura}
              rows={4}
              maxLength={300}
              required
            />
            <div className="trancado">
              <b>Fixo: dia, hora e lugar</b>
              {mensagem.era === '' ? null : <p>{mensagem.era}</p>}
              <p>
                {mensagem.quando}
                <br />
                {mensagem.onde}
              </p>
            </div>
            <LinesField
              id="recado"
              label="Recado, se quiser"
              hint={`${tipo === 'certificado' ? '' : 'Estacionamento, traje, a que horas chegar. '}Até 300 letras.`}
              error={errors.recado ?? null}
              value={recado}
              rows={3}
              maxLength={300}
            />
            <div className="trancado">
              <b>Fixo: o link, sempre no fim</b>
              <p>{`${mensagem.fim} ${hiddenLink(mensagem.link)}`}</p>
              {mensagem.presenca === '' ? null : <p>{`${NAO_PODEREI} ${hiddenLink(mensagem.presenca)}`}</p>}
            </div>
            <div className="acoes">
              <button name="ato" value="gravar">
                GRAVAR O TEXTO
              </button>
              <button className="contorno" name="ato" value="ver">
                VER COMO FICA
              </button>
            </div>
          </form>
          {isOwn ? (
            <FoldedAct
              title="VOLTAR AO TEXTO ORIGINAL"
              told="A abertura e o recado que você escreveu se perdem. As mensagens já enviadas ficam como foram."
              fields={{}}
              ato="original"
              button="USAR O TEXTO ORIGINAL"
              isDanger={false}
            />
          ) : null}
        </section>
        <section>
          <h2>Como chega</h2>
          <Balao mensagem={mensagem} isMarked />
          <p className="nota">
            {`O que está pontilhado é fixo. ${enviados === 1 ? '1 pessoa já recebeu' : `${enviados} pessoas já receberam`}; quem recebe depois de GRAVAR recebe o texto novo.`}
          </p>
          {mudancas.length > 0 ? (
            <ul className="historia">
              {mudancas.map(({ id, quando, nome }) => (
                <li key={id}>
                  <span>{quando}</span> <span>{`Mudou o texto, ${nome}`}</span>
                </li>
              ))}
            </ul>
          ) : null}
        </section>
      </div>
    </Painel>
  )
}
