{{- define "archline.labels" -}}
app.kubernetes.io/name: archline
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end }}

{{- define "archline.drain" -}}
{{- .Values.settings.DRAIN_MS | default "0" | int -}}
{{- end }}

{{/* Parts of an installation: name and value of --run. */}}
{{- define "archline.parts" -}}
node: api,realtime,projector
{{- if .Values.analysis.enabled }}
worker: worker
analysis: analysis
{{- else }}
worker: worker,analysis
{{- end }}
{{- if .Values.settings.KAFKA_BROKERS }}
relay: relay
{{- end }}
{{- end }}
