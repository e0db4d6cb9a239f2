namespace AkkaInstrumentation;

/// <summary>Failures in words.</summary>
internal static class FailureWords
{
    /// <summary>The exception's type with its text, without a full stop: other words follow.</summary>
    public static string Error(ActorFailure failure) => Error(failure.Error, failure.Text);

    /// <inheritdoc cref="Error(ActorFailure)"/>
    public static string Error(string error, string text) => text.Length == 0 ? error : $"{error}: {text.TrimEnd('.')}";

    /// <summary>The method that threw it, to be added to a sentence; empty when it is not known.</summary>
    public static string ThrownIn(ActorFailure failure) => failure.Frame.Length == 0 ? "" : $", thrown in {failure.Frame}";
}
