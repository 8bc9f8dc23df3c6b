# SPDX-License-Identifier: MIT
from django.core.validators import MinValueValidator
from django.db import models


class Artist(models.Model):
    name = models.CharField(max_length=40)

    class Meta:
        ordering = ["id"]


class Track(models.Model):
    title = models.CharField(max_length=40)
    seconds = models.IntegerField(validators=[MinValueValidator(1)])

    class Meta:
        ordering = ["id"]


class Album(models.Model):
    title = models.CharField(max_length=40)
    year = models.IntegerField(validators=[MinValueValidator(1877)])
    artist = models.ForeignKey(Artist, on_delete=models.CASCADE, null=True, blank=True)
    tracks = models.ManyToManyField(Track, blank=True)

    class Meta:
        ordering = ["id"]
