using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>Settings of one origin, as HOCON under <c>akka.instrumentation</c>.</summary>
internal sealed record SettingsLayer(string Origin, Config Values)
{
    public const string RunTime = "run-time";
    public const string Code = "code";
    public const string AppSettings = "appsettings";
    public const string Hocon = "HOCON";
    public const string Reference = "reference.conf";
}
