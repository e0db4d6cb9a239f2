namespace AkkaInstrumentation;

/// <summary>
/// Makes a property a setting: a row of the table of settings. The property's type is the type of the setting; a nullable one may be missing.
/// Reading, checking and explaining use the table. Tests compare it with <c>reference.conf</c>, the options and the documents.
/// </summary>
/// <param name="key">The key below the section.</param>
/// <param name="min">The smallest number; of a duration the milliseconds.</param>
/// <param name="max">The largest number; of a duration the milliseconds.</param>
[AttributeUsage(AttributeTargets.Property)]
internal sealed class SettingAttribute(string key, double min = 0, double max = 0) : Attribute
{
    /// <summary>The longest duration: an hour.</summary>
    public const double Hour = 3_600_000;

    public string Key => key;

    public double Min => min;

    public double Max => max;

    /// <summary>A word that is allowed besides numbers: <c>off</c> is infinite, <c>adaptive</c> is not a number.</summary>
    public string? Word { get; init; }

    /// <summary>Whether the setting takes effect only when a system or an actor starts. All others can change at run time.</summary>
    public bool IsFixed { get; init; }

    /// <summary>What is allowed, in the words of the error, where type and range do not describe it.</summary>
    public string? Allowed { get; init; }
}
