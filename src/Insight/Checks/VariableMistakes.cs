namespace AkkaInstrumentation;

/// <summary>Finds mistakes in the standard variables of OpenTelemetry that the library reads.</summary>
internal static class VariableMistakes
{
    private static readonly string[] Names =
        ["always_on", "always_off", "traceidratio", "parentbased_always_on", "parentbased_always_off", "parentbased_traceidratio"];

    /// <summary>Returns the values in the variables that would be ignored silently.</summary>
    /// <param name="find">Returns the value of a variable.</param>
    public static IEnumerable<string> In(Func<string, string?> find)
    {
        if (find(ExceptionSignal.Variable) is { Length: > 0 } signal && ExceptionSignal.SpanEvents(find) is null)
        {
            yield return $"{ExceptionSignal.Variable} = {signal} is ignored. Known are {ExceptionSignal.Logs} and {ExceptionSignal.Both}.";
        }

        if (find(SdkSampler.Variable) is not { Length: > 0 } name)
        {
            if (find(SdkSampler.RatioVariable) is { Length: > 0 } unused)
            {
                yield return $"{SdkSampler.RatioVariable} = {unused} is ignored without {SdkSampler.Variable}. Set it to parentbased_traceidratio.";
            }

            yield break;
        }

        if (!Names.Contains(name.ToLowerInvariant()))
        {
            yield return $"{SdkSampler.Variable} = {name} names no sampler that OpenTelemetry's .NET SDK knows, and is ignored. Known are "
                + $"{string.Join(", ", Names)}.";
        }
        else if (name.EndsWith("traceidratio", StringComparison.OrdinalIgnoreCase)
            && find(SdkSampler.RatioVariable) is { Length: > 0 } text && !SdkSampler.TryRatio(text, out _))
        {
            yield return $"{SdkSampler.RatioVariable} = {text} is no number from 0 to 1, so every trace is sampled. Write 0.1 for one trace in ten.";
        }
    }
}
