namespace AkkaInstrumentation;

/// <summary>One setting in force, as <see cref="AkkaEffectiveConfiguration"/> lists it. Immutable.</summary>
public sealed class AkkaEffectiveSetting
{
    internal AkkaEffectiveSetting(string key, string value, string origin)
    {
        Key = key;
        Value = value;
        Origin = origin;
    }

    /// <summary>The key below <c>akka.instrumentation</c>, for example <c>tracing.enabled</c>.</summary>
    public string Key { get; }

    /// <summary>The value as HOCON.</summary>
    public string Value { get; }

    /// <summary>
    /// The source that set it: <c>run-time</c>, <c>code</c>, <c>appsettings</c>, <c>HOCON</c> (the application's) or <c>reference.conf</c>.
    /// </summary>
    public string Origin { get; }

    /// <summary>The setting as a line of HOCON, with its origin as the comment.</summary>
    public override string ToString() => $"{Key} = {Value} # {Origin}";
}
