using System.Text.Json;
using System.Text.Json.Serialization;

namespace AkkaInstrumentation;

/// <summary>How the answers of the read API become JSON: names in camel case. docs/read-api.md lists them, and a test compares both.</summary>
[JsonSourceGenerationOptions(JsonSerializerDefaults.Web, Converters = [typeof(EnumWords<AkkaWorkState>), typeof(EnumWords<AkkaCertainty>)])]
[JsonSerializable(typeof(StatusView))]
[JsonSerializable(typeof(DiagnosisView))]
[JsonSerializable(typeof(HistoryView))]
[JsonSerializable(typeof(TypeView))]
[JsonSerializable(typeof(FailuresView))]
[JsonSerializable(typeof(OverviewView))]
[JsonSerializable(typeof(FlowMapView))]
[JsonSerializable(typeof(ActorsView))]
[JsonSerializable(typeof(StateView))]
[JsonSerializable(typeof(StackView))]
[JsonSerializable(typeof(MailboxesView))]
[JsonSerializable(typeof(TracesView))]
[JsonSerializable(typeof(TraceView))]
[JsonSerializable(typeof(DispatchersView))]
[JsonSerializable(typeof(MessagesAtWorkView))]
[JsonSerializable(typeof(BusiestView))]
[JsonSerializable(typeof(TimelineView))]
[JsonSerializable(typeof(LostView))]
[JsonSerializable(typeof(LogsView))]
[JsonSerializable(typeof(ClusterView))]
[JsonSerializable(typeof(NodeFigures))]
[JsonSerializable(typeof(SettingsView))]
[JsonSerializable(typeof(ExplanationView))]
[JsonSerializable(typeof(ChangeRequest))]
[JsonSerializable(typeof(ChangeResult))]
[JsonSerializable(typeof(ProblemView))]
internal sealed partial class DashboardJson : JsonSerializerContext;

internal sealed class EnumWords<T>() : JsonStringEnumConverter<T>(JsonNamingPolicy.CamelCase)
    where T : struct, Enum;
