using Microsoft.Extensions.Options;

namespace AkkaInstrumentation;

/// <summary>Names every wrong threshold at once, each with its path, its value and what is allowed.</summary>
internal sealed class HealthOptionsValidation : IValidateOptions<AkkaHealthCheckOptions>
{
    public ValidateOptionsResult Validate(string? name, AkkaHealthCheckOptions options) =>
        HealthLimits.Wrong(options, name) is { Count: > 0 } wrong ? ValidateOptionsResult.Fail(wrong) : ValidateOptionsResult.Success;
}
